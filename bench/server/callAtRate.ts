/** Starts so many calls a second without waiting for earlier ones. Ends when all are answered. */
export async function callAtRate(rate: number, seconds: number, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  const sent: Promise<unknown>[] = []
  for (let passed = 0; passed < seconds * 1000; passed = performance.now() - started) {
    while (sent.length < (passed / 1000) * rate) sent.push(work())
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all(sent)
}
