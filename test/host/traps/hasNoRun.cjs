exports.notRun = async () => {};
