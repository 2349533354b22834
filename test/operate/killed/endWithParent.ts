// Loaded before a program that a test starts: it stops with SIGTERM when its parent has ended, killed or not.
if (process.connected) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // A program without work still ends by itself.
  process.channel?.unref()
}
