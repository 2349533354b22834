/** What `work` comes to, or an error that names it once `ms` have passed; what it does after that nobody waits for. */
export async function withTimeout<T>(ms: number, name: string, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${name} took longer than ${ms / 1000} s`)), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
