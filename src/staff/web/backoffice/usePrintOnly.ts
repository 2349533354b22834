import { useEffect } from 'react'

/** While mounted, the page prints only what its style sheet shows for `what`. */
export function usePrintOnly(what: 'paper' | 'slip'): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['prints'] = what
    return () => {
      delete dataset['prints']
    }
  }, [what])
}
