let settled: Promise<unknown> | undefined

/** A screen without its sheet can be read and used; one that does not come cannot. */
const longestMs = 3000

/**
 * Until the whole sheet is here, or will not come: the HTML brings the styles of its first paint only
 * (`tools/build/critical.ts`), and what is drawn before the sheet moves when it comes. Where the page has none, it came with
 * the files. Whoever asks has it fetched. It may have failed before anybody
 * listened (Chromium shows that by an empty sheet, others need not), so nobody waits longer than 3 s.
 */
export function styled(): Promise<unknown> {
  const link = document.querySelector<HTMLLinkElement>('link#styles')
  if (!link || link.sheet) return Promise.resolve()
  if (link.rel === '') link.rel = 'stylesheet'
  settled ??= new Promise((over) => {
    for (const end of ['load', 'error']) link.addEventListener(end, over)
    setTimeout(over, longestMs)
  })
  return settled
}
