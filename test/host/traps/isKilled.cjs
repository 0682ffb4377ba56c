exports.run = async () => process.kill(process.pid, "SIGKILL");
