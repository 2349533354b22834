let settled: Promise<unknown> | undefined

/** Without its stylesheet a screen is still usable. */
const longestMs = 3000

/**
 * Resolves when the whole stylesheet is loaded, has failed or 3 s have passed; the HTML has only critical styles
 * (`tools/build/critical.ts`). Starts the load. A failure before the listener is not visible in every browser,
 * hence the limit.
 */
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
