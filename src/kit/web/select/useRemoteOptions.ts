import { useCallback, useEffect, useRef, useState } from 'react'
import { lookUpLimitMs, sendWithRetries } from '../call/call.ts'
import { useLoadOnReturn } from '../call/useLoadOnReturn.ts'
import { addPage, readRemotePage, type SelectItem } from './remoteItems.ts'

export type RemoteSource = { url: string; params?: Readonly<Record<string, string>> }

type RemoteOptions = {
  items: readonly SelectItem[]
  status: 'searching' | 'more' | 'ready' | 'failed'
  loadMore: () => void
}

const debounceMs = 250

/** Loads 250 ms after the last key; nothing for a `null` term. */
export function useRemoteOptions(source: RemoteSource, term: string | null): RemoteOptions {
  const [items, setItems] = useState<readonly SelectItem[]>([])
  const [status, setStatus] = useState<RemoteOptions['status']>('searching')
  const next = useRef<{ page: number; more: boolean; abort: AbortController | null }>({
    page: 1,
    more: false,
    abort: null,
  })
  const url = searchUrl(source, term ?? '')

  const load = useCallback(
    async (page: number, before: readonly SelectItem[]) => {
      const abort = new AbortController()
      next.current = { page, more: false, abort }
      setStatus(page === 1 ? 'searching' : 'more')
      try {
        const answer = await sendWithRetries({
          method: 'GET',
          url: `${url}&p=${page}`,
          signal: abort.signal,
          canRetry: true,
          limitMs: lookUpLimitMs,
        })
        const added = addPage(before, readRemotePage(answer.body))
        next.current = { page: page + 1, more: added.more, abort: null }
        setItems(added.items)
        setStatus('ready')
      } catch {
        if (abort.signal.aborted) return
        // Scrolling to the end retries.
        next.current = { page, more: page > 1, abort: null }
        setStatus('failed')
      }
    },
    [url],
  )

  useEffect(() => {
    if (term === null) return
    setStatus('searching')
    setItems([])
    const timeout = setTimeout(() => void load(1, []), debounceMs)
    return () => {
      clearTimeout(timeout)
      next.current.abort?.abort()
    }
  }, [term, load])
  useLoadOnReturn(status === 'failed', () => void load(next.current.page, items))

  return { items, status, loadMore: () => void (next.current.more && load(next.current.page, items)) }
}

function searchUrl(source: RemoteSource, term: string): string {
  const query = new URLSearchParams({ ...source.params, q: term }).toString()
  return `${source.url}${source.url.includes('?') ? '&' : '?'}${query}`
}
