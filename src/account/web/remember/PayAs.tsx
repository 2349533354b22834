import { useState } from 'react'
import { clearAllBut, clearCustomer } from '#checkout/web/customer.ts'
import { forgetRemembered, readRemembered } from '#checkout/web/remembered.ts'
import type { Remembered } from '#checkout/web/remembered.ts'
import { onlyDigits } from '#kit/brazil.ts'
import { Button } from '#kit/web/Button.tsx'
import { busyElsewhere } from '#kit/web/call/busy.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure, failureText } from '#kit/web/call/failure.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { Actions, Panel } from '#kit/web/page/Page.tsx'
import { stillHere } from '#kit/web/route/routes.ts'
import { writeDraft } from '#kit/web/state/draft.ts'
import { HumanLine } from '#session/web/human/HumanLine.tsx'
import { clearSession } from '#session/contract.ts'
import { scheduleGuestClearing } from '#session/web/guestClearing.ts'
import { setAccount } from '../../contract.ts'
import { maskedCpf, maskedEmail, maskedName, maskedPhone } from './masked.ts'
import type { WhoPays } from './useRemembered.ts'
import css from './Remember.module.css'

/** What the server is told of the person who is remembered, by what they pay with: what the screen shows, and no more. */
const bodies = {
  card: ({ name, email, phone, cpfcnpj }: Remembered) => ({
    name,
    email,
    phone,
    cpfcnpj: onlyDigits(cpfcnpj),
    shouldCreateAccount: false,
    password: null,
  }),
  pix: ({ name, email, cpfcnpj }: Remembered) => ({
    method: 'pix' as const,
    name,
    email,
    cpfcnpj: onlyDigits(cpfcnpj),
  }),
}

export type PayAsProps = {
  by: keyof typeof bodies
  person: Remembered
  /** Told what comes of it: somebody else pays, what was kept is not taken, or is not there any more. */
  who: Pick<WhoPays, 'sayOther' | 'sayRefused' | 'lookAgain'>
  /** The ticket that is paid: it stays on the counter, whoever pays it. */
  ticket: string | undefined
  /** The data of who is remembered are with the server. */
  onSent: () => void
}

/** 'Pagar como Maria S.?': what this device remembers, masked, and sent only when the person says so. */
export default function PayAs({ by, person, who, ticket, onSent }: PayAsProps) {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (!isStillKept(person)) {
      notify('O que este aparelho lembrava mudou em outra aba.', 'info')
      return who.lookAgain()
    }
    setBusy(true)
    const isHere = stillHere()
    try {
      await whileLoading(call(setAccount, { body: bodies[by](person) }))
      fillIn(person)
      if (isHere()) onSent()
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      if (failure.status === 422) {
        fillIn(person)
        return who.sayRefused(failure)
      }
      notify(failureText(failure), 'danger')
      setBusy(false)
    }
  }
  const other = async () => {
    setBusy(true)
    await whileLoading(forgetPerson(ticket))
    who.sayOther()
  }
  return (
    <>
      <Panel title={`Pagar como ${maskedName(person.name)}?`}>
        <dl className={css.facts}>
          <Fact label="E-mail" value={maskedEmail(person.email)} />
          {by === 'card' && <Fact label="Telefone" value={maskedPhone(person.phone)} />}
          <Fact label="CPF" value={maskedCpf(person.cpfcnpj)} />
        </dl>
        <p className={css.soft}>Lembrado só neste aparelho. Nada é enviado antes de você avançar.</p>
      </Panel>
      <Actions>
        <HumanLine />
        <Button type="button" busy={busy} onClick={() => void send()}>
          AVANÇAR
        </Button>
      </Actions>
      <Button look="quiet" busy={busy} onClick={() => void other()}>
        Não sou eu
      </Button>
    </>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Another tab may have forgotten them, a moment before this one hears of it. */
function isStillKept(person: Remembered): boolean {
  return JSON.stringify(readRemembered()) === JSON.stringify(person)
}

/** The forms that follow stand filled in, as if it had just been typed. */
function fillIn({ address, ...payer }: Remembered): void {
  writeDraft('account', { ...payer, remember: true })
  writeDraft('address', address)
}

/** What another tab is paying stays with it. Without a signal the server forgets as soon as it is back. */
async function forgetPerson(ticket: string | undefined): Promise<void> {
  forgetRemembered()
  if (ticket === undefined) clearCustomer()
  else clearAllBut(ticket)
  try {
    await call(clearSession, { body: { spare: await busyElsewhere() } })
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    scheduleGuestClearing()
  }
}
