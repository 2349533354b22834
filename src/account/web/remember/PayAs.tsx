import { useState } from 'react'
import { clearCustomerExcept, clearCustomer } from '#checkout/web/customer.ts'
import { forgetRemembered, readRemembered, type StoredPayer } from '#checkout/web/rememberedPayer.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { onlyDigits } from '#kit/brazil.ts'
import { Button } from '#kit/web/Button.tsx'
import { listWorkInOtherTabs } from '#kit/web/call/busyTab.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure, failureText } from '#kit/web/failure.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { Actions, Panel } from '#kit/web/page/Page.tsx'
import { watchForNavigation } from '#kit/web/route/routes.ts'
import { writeDraft } from '#kit/web/state/draft.ts'
import { HumanCheckStatus } from '#session/web/human/HumanCheckStatus.tsx'
import { clearSession } from '#session/contract.ts'
import { scheduleGuestClearing } from '#session/web/guestClearing.ts'
import { setAccount, setAddress } from '../../contract.ts'
import { maskedName } from '../../user.ts'
import type { RememberedPayer } from './useRememberedPayer.ts'
import { TermsLinks, TermsPanel, TermsParagraphs } from '../Terms.tsx'
import css from './Remember.module.css'

function payerBody(by: PayAsProps['by'], { name, email, phone, cpfcnpj }: StoredPayer) {
  const shown = { name, email, cpfcnpj: onlyDigits(cpfcnpj) }
  if (by === 'pix') return { ...shown, method: 'pix' as const }
  return { ...shown, phone, shouldCreateAccount: false, password: null }
}

const addressBody = ({ address: kept }: StoredPayer) => ({
  postalcode: kept['postalcode'] ?? '',
  street: kept['street'] ?? '',
  streetNumber: kept['streetNumber'] ?? '',
  complement: kept['complement'] ?? '',
  neighborhood: kept['neighborhood'] ?? '',
  gl_city_id: kept['gl_city_id'] ?? '',
})

type PayAsProps = {
  by: 'card' | 'pix' | 'sheet'
  person: StoredPayer
  remembered: Pick<RememberedPayer, 'chooseOther' | 'reportRefusal' | 'refreshRemembered'>
  ticket: string | undefined
  onSent: () => void
}

/** Sends only what it shows, and only when the person goes on. */
export default function PayAs({ by, person, remembered, ticket, onSent }: PayAsProps) {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (!isStillRemembered(person)) {
      notify('O que este aparelho lembrava mudou em outra aba.', 'info')
      return remembered.refreshRemembered()
    }
    setBusy(true)
    const isHere = watchForNavigation()
    try {
      await whileLoading(call(setAccount, { body: { ...payerBody(by, person), ticket_code: ticket } }))
      if (by === 'sheet')
        await whileLoading(call(setAddress, { body: { ...addressBody(person), ticket_code: ticket } }))
      fillDrafts(person)
      if (isHere()) onSent()
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      if (failure.status === 422) {
        fillDrafts(person)
        return remembered.reportRefusal(failure)
      }
      notify(failureText(failure), 'danger')
      setBusy(false)
    }
  }
  const other = () => {
    setBusy(true)
    void whileLoading(forgetPayer(ticket)).then(remembered.chooseOther)
  }
  const Layout = by === 'sheet' ? SheetLayout : ScreenLayout
  return (
    <Layout by={by} person={person} ticket={ticket} busy={busy} onSend={() => void send()} onOther={other} />
  )
}

type LayoutProps = Pick<PayAsProps, 'by' | 'person' | 'ticket'> & {
  busy: boolean
  onSend: () => void
  onOther: () => void
}

function ScreenLayout(props: LayoutProps) {
  const { by, person } = props
  return (
    <>
      <Panel title={titleOf(person)}>
        <RememberedFacts by={by} person={person} />
      </Panel>
      {by === 'pix' && <TermsPanel byPix />}
      <Actions>
        <SendButton {...props} />
      </Actions>
      <NotMeButton {...props} />
    </>
  )
}

function SheetLayout(props: LayoutProps) {
  const { by, person, ticket } = props
  return (
    <div className={css.sheet}>
      <h3>{titleOf(person)}</h3>
      <RememberedFacts by={by} person={person} />
      <TermsParagraphs byPix={false} />
      <NotMeButton {...props} />
      <TermsLinks back={{ backTo: 'ticket.value', ticket }} />
      <div className={css.foot}>
        <SendButton {...props} />
      </div>
    </div>
  )
}

function SendButton({ by, busy, onSend }: LayoutProps) {
  return (
    <>
      <HumanCheckStatus />
      <Button type="button" busy={busy} onClick={onSend}>
        {by === 'card' ? 'AVANÇAR' : 'CONCORDAR E IR PARA PAGAMENTO'}
      </Button>
    </>
  )
}

function NotMeButton({ busy, onOther }: LayoutProps) {
  return (
    <Button variant="quiet" busy={busy} onClick={onOther}>
      Não sou eu
    </Button>
  )
}

const titleOf = ({ name }: StoredPayer) => `Pagar como ${maskedName(name)}?`

function RememberedFacts({ by, person }: Pick<PayAsProps, 'by' | 'person'>) {
  const facts = [
    { label: 'E-mail', value: maskedEmail(person.email) },
    by !== 'pix' && { label: 'Telefone', value: maskedPhone(person.phone) },
    { label: 'CPF', value: maskedCpf(person.cpfcnpj) },
    by === 'sheet' && { label: 'Endereço', value: maskedAddress(person.address) },
  ]
  return (
    <>
      <Facts facts={facts} />
      <p className="small">Lembrado só neste aparelho. Nada é enviado antes de você avançar.</p>
    </>
  )
}

function isStillRemembered(person: StoredPayer): boolean {
  return JSON.stringify(readRemembered()) === JSON.stringify(person)
}

function fillDrafts({ address, ...payer }: StoredPayer): void {
  writeDraft('account', { ...payer, remember: true })
  writeDraft('address', address)
}

/** Without a connection the server deletes its copy later. */
async function forgetPayer(ticket: string | undefined): Promise<void> {
  forgetRemembered()
  if (ticket === undefined) clearCustomer()
  else clearCustomerExcept(ticket)
  try {
    await call(clearSession, { body: { spare: await listWorkInOtherTabs() } })
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    scheduleGuestClearing()
  }
}

/** 'maria@exemplo.com.br' -> 'm•••@exemplo.com.br'. */
export function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.trim().split('@')
  return `${[...name][0] ?? ''}•••@${host}`
}

/** '(41) 99876-5432' -> '(41) •••••-5432'. */
export function maskedPhone(phone: string): string {
  const digits = onlyDigits(phone)
  return `(${digits.slice(0, 2)}) ${'•'.repeat(Math.max(0, digits.length - 6))}-${digits.slice(-4)}`
}

/** '529.982.247-25' -> '•••.982.247-••', as on receipts. */
export function maskedCpf(cpf: string): string {
  const digits = onlyDigits(cpf)
  return `•••.${digits.slice(3, 6)}.${digits.slice(6, 9)}-••`
}

export function maskedAddress({ street, neighborhood, cityText }: Readonly<Record<string, string>>): string {
  return [street, '•••', neighborhood, cityText].filter(Boolean).join(', ')
}
