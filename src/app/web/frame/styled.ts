let settled: Promise<unknown> | undefined

/**
 * Until the whole sheet is here, or will not come (`tools/build/critical.ts`): what is drawn before it moves when it comes.
 * Where the page has none, it came with the files.
 */
export function styled(): Promise<unknown> {
  const link = document.querySelector<HTMLLinkElement>('link#styles')
  if (!link || link.sheet) return Promise.resolve()
  settled ??= new Promise((over) => {
    for (const end of ['load', 'error']) link.addEventListener(end, over)
  })
  return settled
}
