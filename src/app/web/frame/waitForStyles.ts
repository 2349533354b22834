let stylesLoaded: Promise<unknown> | undefined

const maxWaitMs = 3000

/** Loads the style sheet. Resolves after 3 s at the latest, because not every browser reports a failure. */
export function waitForStyles(): Promise<unknown> {
  const link = document.querySelector<HTMLLinkElement>('link#styles')
  if (!link || link.sheet) return Promise.resolve()
  if (link.rel === '') link.rel = 'stylesheet'
  stylesLoaded ??= new Promise((over) => {
    for (const end of ['load', 'error']) link.addEventListener(end, over)
    setTimeout(over, maxWaitMs)
  })
  return stylesLoaded
}
