// Loaded before a program that a test starts: it ends in order when whoever started it is gone, killed or not.
if (process.connected) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // A program that has nothing left to do still ends by itself.
  process.channel?.unref()
}
