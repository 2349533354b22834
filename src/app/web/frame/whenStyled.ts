let settled: Promise<unknown> | undefined

const longestMs = 3000

/** Starts the load. Resolves after 3 s at the latest, because not every browser tells of a failure. */
export function whenStyled(): Promise<unknown> {
  const link = document.querySelector<HTMLLinkElement>('link#styles')
  if (!link || link.sheet) return Promise.resolve()
  if (link.rel === '') link.rel = 'stylesheet'
  settled ??= new Promise((over) => {
    for (const end of ['load', 'error']) link.addEventListener(end, over)
    setTimeout(over, longestMs)
  })
  return settled
}
