import { useCallback, useEffect, useRef, useState } from 'react'
import type { FormEvent, ReactNode, RefObject } from 'react'
import { whenIdle } from '#kit/web/idle.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { useRoute } from '#kit/web/route/routes.ts'
import { lastTicketCode } from '#checkout/web/customer.ts'
import { showOwnScreen } from './early/early.ts'
import type { Problem } from './search.tsx'

/** Fetched while the person types: the first screen stays light. */
const loadSearch = () => import('./search.tsx')
const notFetched: Problem = {
  text: 'Sem conexão com a internet. O número está guardado: tente de novo quando o sinal voltar.',
  left: null,
}

export type TicketSearch = {
  field: RefObject<HTMLInputElement | null>
  /** What is wrong with the number, for the field. */
  problem: string | undefined
  /** What is left to who was refused. */
  left: ReactNode
  /** The number is being corrected: what was wrong with it is no news any more. */
  corrected: () => void
  submit: (event: FormEvent) => void
  /** A code was read from the paper: it is looked up at once. */
  scanned: (code: string) => void
  /** What was wanted could not be fetched. */
  unreached: () => void
}

/** The outcome of 'CONSULTAR VALOR': the value screen, or a text at the field. A `?ticket=` looks up at once. */
export function useTicketSearch(): TicketSearch {
  const field = useRef<HTMLInputElement>(null)
  const searching = useRef(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const asked = useRoute().query['ticket']
  const [left] = useState(() => new AbortController())
  useEffect(() => () => left.abort(), [left])

  const search = useCallback(
    async (linked: boolean) => {
      if (searching.current) return
      searching.current = true
      setProblem(null)
      const asking = searchFor(field.current?.value ?? '', { linked, signal: left.signal })
      const wrong = await whileLoading(asking).finally(() => (searching.current = false))
      if (wrong === null) return
      setProblem(wrong)
      showOwnScreen()
      // What is not the number's fault has the focus itself, and opens no keyboard.
      if (wrong.text !== undefined) requestAnimationFrame(() => field.current?.focus())
    },
    [left],
  )

  useEffect(() => {
    fillIn(field.current, asked)
    if (asked !== undefined) void search(true)
    else {
      // Whoever comes here comes to type, often the number of another ticket.
      field.current?.select()
      whenIdle(() => void loadSearch().catch(() => undefined))
    }
  }, [asked, search])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void search(false)
  }
  const scanned = useCallback(
    (code: string) => {
      if (field.current) {
        field.current.value = code
        field.current.dispatchEvent(new Event('input', { bubbles: true }))
      }
      void search(false)
    },
    [search],
  )
  const corrected = useCallback(() => setProblem(null), [])
  const unreached = () => setProblem(notFetched)
  return { field, problem: problem?.text, left: problem?.left, corrected, submit, scanned, unreached }
}

async function searchFor(
  typed: string,
  how: { linked: boolean; signal: AbortSignal },
): Promise<Problem | null> {
  const module = await loadSearch().catch(() => null)
  return module === null ? notFetched : module.search(typed, how)
}

/**
 * What the address names stands in the field, whatever was typed; the ticket seen last never over what was typed before
 * the page woke up. Tells the field's counter either way.
 */
function fillIn(field: HTMLInputElement | null, asked: string | undefined): void {
  if (!field) return
  if (asked !== undefined) field.value = asked
  else if (field.value === '') field.value = lastTicketCode() ?? ''
  if (field.value !== '') field.dispatchEvent(new Event('input', { bubbles: true }))
}
