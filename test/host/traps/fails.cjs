exports.run = async () => {
  throw new Error("a test failed");
};
