import { useEffect, useCallback, useRef, useState, type FormEvent } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { whenIdle } from '#kit/web/idle.ts'
import { HumanCheckStatus } from '#session/web/human/HumanCheckStatus.tsx'
import { prepareHumanProof } from '#session/web/human/humanChallengeHandler.ts'
import { Field } from '#kit/web/field/Field.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { LazyPaidTickets } from '#payment/web/local/LazyPaidTickets.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { ScanButton } from './scan/ScanButton.tsx'
import { toPageFailure } from '#kit/web/failure.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { useRoute } from '#kit/web/route/routes.ts'
import { readDraft, writeDraft } from '#kit/web/state/draft.ts'
import { lastTicketCode } from '#checkout/web/customer.ts'
import { showAppScreen } from './early/earlyLookUp.ts'
import type { SearchOptions, SearchProblem } from './searchTicket.tsx'

const loadLeave = () => import('#session/web/leaveToMenu.ts')

/** Rendered at build time (docs/spec.md#ticket-look-up). */
export default function TicketReadPage() {
  const { field, problem, keepTyped, submit, searchScanned, showFailed } = useTicketSearch()
  const ways = problem?.ways
  useEffect(() => whenIdle(() => void loadLeave().catch(() => undefined)), [])
  return (
    <Page title="Buscar ticket" steps={<Steps />}>
      <LazyPaidTickets />
      <form noValidate onSubmit={submit} onFocus={prepareHumanProof}>
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
            error={problem?.text}
            onInput={keepTyped}
            required
          />
          <ScanButton text="Ler código de barras" onCodes={searchScanned} onFailed={showFailed} />
        </Panel>
        <Actions>
          <HumanCheckStatus />
          <Button>CONSULTAR VALOR</Button>
        </Actions>
      </form>
      {ways}
      <RouteLink to="ticket.receipt" variant="quiet" icon="mail">
        Reenviar um recibo
      </RouteLink>
      <Button
        variant="quiet"
        onClick={() => void loadLeave().then((leave) => leave.leaveToMenu(), showFailed)}
      >
        Voltar
      </Button>
    </Page>
  )
}

const draftName = 'read'
const loadSearch = () => import('./searchTicket.tsx')
const offlineText = 'Sem conexão com a internet. O número está guardado: tente de novo quando o sinal voltar.'

async function toProblem(cause: unknown): Promise<SearchProblem> {
  const { code, message } = await toPageFailure(cause)
  return { text: code === 'offline' ? offlineText : message, ways: null }
}

function useTicketSearch() {
  const field = useRef<HTMLInputElement>(null)
  const searching = useRef(false)
  const [problem, setProblem] = useState<SearchProblem | null>(null)
  const linkedCode = useRoute().query['ticket']
  const [left] = useState(() => new AbortController())
  useEffect(() => () => left.abort(), [left])

  const search = useCallback(
    async (linked: boolean, others: readonly string[] = []) => {
      if (searching.current) return
      searching.current = true
      setProblem(null)
      const pending = loadAndSearch(field.current?.value ?? '', { linked, others, signal: left.signal })
      const next = await whileLoading(pending).finally(() => (searching.current = false))
      if (next === null) return
      setProblem(next)
      showAppScreen()
      // Other problems take the focus themselves and open no keyboard.
      if (next.text !== undefined) requestAnimationFrame(() => field.current?.focus())
    },
    [left],
  )

  useEffect(() => {
    fillInTicketCode(field.current, linkedCode)
    if (linkedCode !== undefined) void search(true)
    else {
      field.current?.select()
      whenIdle(() => void loadSearch().catch(() => undefined))
    }
  }, [linkedCode, search])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void search(false)
  }
  const searchScanned = useCallback(
    ([code = '', ...others]: readonly string[]) => {
      fillInTicketCode(field.current, code)
      void search(false, others)
    },
    [search],
  )
  const keepTyped = useCallback(() => {
    setProblem(null)
    writeDraft(draftName, { code: field.current?.value })
  }, [])
  const showFailed = (cause: unknown) => void toProblem(cause).then(setProblem)
  return { field, problem, keepTyped, submit, searchScanned, showFailed }
}

function loadAndSearch(typed: string, options: SearchOptions): Promise<SearchProblem | null> {
  return loadSearch().then((lazy) => lazy.searchTicket(typed, options), toProblem)
}

/** A linked code replaces typed text. The event updates the field's counter. */
function fillInTicketCode(field: HTMLInputElement | null, linkedCode: string | undefined): void {
  if (!field) return
  if (linkedCode !== undefined) field.value = linkedCode
  else if (field.value === '') field.value = String(readDraft(draftName)['code'] || lastTicketCode() || '')
  if (field.value !== '') field.dispatchEvent(new Event('input', { bubbles: true }))
}
