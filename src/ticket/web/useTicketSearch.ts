import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import { whenIdle } from '#kit/web/idle.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { useRoute } from '#kit/web/route/routes.ts'
import { lastTicketCode } from '#checkout/web/customer.ts'
import { showAppScreen } from './early/early.ts'
import type { Problem } from './search.tsx'

const loadSearch = () => import('./search.tsx')
const notFetched: Problem = {
  text: 'Sem conexão com a internet. O número está guardado: tente de novo quando o sinal voltar.',
  ways: null,
}

export function useTicketSearch() {
  const field = useRef<HTMLInputElement>(null)
  const searching = useRef(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const asked = useRoute().query['ticket']
  const [left] = useState(() => new AbortController())
  useEffect(() => () => left.abort(), [left])

  const search = useCallback(
    async (linked: boolean, others: readonly string[] = []) => {
      if (searching.current) return
      searching.current = true
      setProblem(null)
      const asking = searchFor(field.current?.value ?? '', { linked, others, signal: left.signal })
      const wrong = await whileLoading(asking).finally(() => (searching.current = false))
      if (wrong === null) return
      setProblem(wrong)
      showAppScreen()
      // Other problems take the focus themselves and open no keyboard.
      if (wrong.text !== undefined) requestAnimationFrame(() => field.current?.focus())
    },
    [left],
  )

  useEffect(() => {
    fillIn(field.current, asked)
    if (asked !== undefined) void search(true)
    else {
      field.current?.select()
      whenIdle(() => void loadSearch().catch(() => undefined))
    }
  }, [asked, search])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void search(false)
  }
  const scanned = useCallback(
    ([code = '', ...others]: readonly string[]) => {
      fillIn(field.current, code)
      void search(false, others)
    },
    [search],
  )
  const corrected = useCallback(() => setProblem(null), [])
  const unreached = () => setProblem(notFetched)
  return { field, problem: problem?.text, ways: problem?.ways, corrected, submit, scanned, unreached }
}

async function searchFor(
  typed: string,
  how: { linked: boolean; others: readonly string[]; signal: AbortSignal },
): Promise<Problem | null> {
  const module = await loadSearch().catch(() => null)
  return module === null ? notFetched : module.search(typed, how)
}

/** The address overrides typed text, the last ticket does not. Dispatches input for the counter. */
function fillIn(field: HTMLInputElement | null, asked: string | undefined): void {
  if (!field) return
  if (asked !== undefined) field.value = asked
  else if (field.value === '') field.value = lastTicketCode() ?? ''
  if (field.value !== '') field.dispatchEvent(new Event('input', { bubbles: true }))
}
