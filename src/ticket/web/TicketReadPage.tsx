import { useEffect, useCallback, useRef, useState, type FormEvent } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { whenIdle } from '#kit/web/idle.ts'
import { HumanLine } from '#session/web/human/HumanLine.tsx'
import { prepareHuman } from '#session/web/human/humanDoor.ts'
import { Field } from '#kit/web/field/Field.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { PaidHere } from '#payment/web/known/PaidHere.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { ScanButton } from './scan/ScanButton.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { useRoute } from '#kit/web/route/routes.ts'
import { lastTicketCode } from '#checkout/web/customer.ts'
import { showAppScreen } from './early/early.ts'
import type { Problem } from './search.tsx'

const loadLeave = () => import('#session/web/leave.ts')

/** Rendered at build time (docs/spec.md#ticket-look-up). */
export default function TicketReadPage() {
  const { field, problem, ways, corrected, submit, scanned, unreached } = useTicketSearch()
  useEffect(() => whenIdle(() => void loadLeave().catch(() => undefined)), [])
  return (
    <Page title="Buscar ticket" steps={<Steps />}>
      <PaidHere />
      <form noValidate onSubmit={submit} onFocus={prepareHuman}>
        <Panel>
          <Field
            ref={field}
            name="ticket"
            label="Número do ticket"
            hint="São 13 números, impressos no ticket de papel, junto ao código de barras."
            placeholder="0001234567890"
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="search"
            countDigits={13}
            error={problem}
            onInput={corrected}
            required
          />
          <ScanButton text="Ler código de barras" onCodes={scanned} onFailed={unreached} />
        </Panel>
        <HumanLine />
        <Actions>
          <Button>CONSULTAR VALOR</Button>
        </Actions>
      </form>
      {ways}
      <RouteLink to="ticket.receipt" look="quiet" icon="mail">
        Reenviar um recibo
      </RouteLink>
      <Button look="quiet" onClick={() => void loadLeave().then(({ leave }) => leave(), unreached)}>
        Voltar
      </Button>
    </Page>
  )
}

const loadSearch = () => import('./search.tsx')
const notFetched: Problem = {
  text: 'Sem conexão com a internet. O número está guardado: tente de novo quando o sinal voltar.',
  ways: null,
}

function useTicketSearch() {
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
