import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import type { WireSavedCard } from '#card/contract.ts'
import { chosenCard } from '#card/web/chosenCard.ts'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { waitForUserId } from '#session/web/lastKnownUser.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notifyFailure } from '#kit/web/notice/notify.ts'
import { go, replaceWith } from '#kit/web/route/routes.ts'
import { setPayMethod } from '#checkout/web/customer.ts'
import { changeType, type WireTransaction } from '#payment/contract.ts'
import { methodRow, type PaymentType, payScreenOf } from '#payment/method/method.ts'
import { continueAsGuest, hasLoginEnded } from '#payment/web/continueAsGuest.ts'
import { captureTerms } from '#payment/method/captureTerms.ts'
import { recordLatestPayment } from '#payment/web/latestPayment.ts'
import { startPix } from '#payment/pix/web/startPix.ts'
import { createTransaction, ticket as ticketSchema, type WireTicket } from '../../contract.ts'
import { partnerNews } from '../value/partnerNews.ts'
import type { Bill } from './useOpenBill.ts'

/** `isFromUrl`: the address names the type, so 'back' must not choose it again. */
type TypeChoice = { type: PaymentType; saved: WireSavedCard | null; isFromUrl?: boolean }

export function useChoosePaymentType(setTicket: (ticket: WireTicket) => void) {
  const [left] = useState(() => new AbortController())
  useEffect(() => () => left.abort(), [left])
  const choose = async (bill: Bill, choice: TypeChoice): Promise<void> => {
    try {
      const opened = await whileLoading(createOrChangeTransaction(bill, choice))
      recordLatestPayment(opened)
      const payment = needsNoCardFields(choice) ? await startPixPayment(opened) : opened
      if (left.signal.aborted) return
      if (bill.cardDataScreen === null || methodRow(choice.type).payer === 'name')
        goToPayScreen(payment, choice)
      else goToPayerScreen(bill, choice)
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      if (left.signal.aborted) return
      if (hasLoginEnded(failure)) return continueAsGuest(guestPayment(bill, choice))
      if (failure.code === 'payment_final' && bill.payment !== null)
        return replaceWith('payment.done', { params: { token: bill.payment.ws_token } })
      if (bill.ticket === null) return notifyFailure(failure)
      const repriced = resolveRefusal(failure, bill.ticket)
      if (repriced === null) return
      setTicket(repriced)
      if (await confirmNewPrice(repriced, bill.ticket)) await choose({ ...bill, ticket: repriced }, choice)
    }
  }
  return useOneAtATime(choose)
}

const needsNoCardFields = ({ type }: TypeChoice) => methodRow(type).card === null

async function startPixPayment(opened: WireTransaction): Promise<WireTransaction> {
  try {
    const { transaction } = await whileLoading(startPix(opened))
    recordLatestPayment(transaction)
    return transaction
  } catch (failure) {
    notifyFailure(failure)
    return opened
  }
}

function goToPayerScreen({ ticket, cardDataScreen }: Bill, { type, isFromUrl }: TypeChoice): void {
  if (cardDataScreen === null) return
  const leave = isFromUrl ? replaceWith : go
  leave(cardDataScreen, { query: { ticket: ticket?.code, method: methodRow(type).name } })
}

function goToPayScreen(payment: WireTransaction, choice: TypeChoice): void {
  const { saved, isFromUrl } = choice
  const { ws_token: token, ticket_code } = payment
  setPayMethod(ticket_code, saved)
  if (saved) {
    chosenCard.set(saved)
    return go('payment.savedCard', { params: { token }, query: { pm: saved.ws_token } })
  }
  // 'Back' leads to the screen before and does not choose again.
  const leave = isFromUrl || needsNoCardFields(choice) ? replaceWith : go
  leave(payScreenOf(payment), { params: { token } })
}

async function createOrChangeTransaction(bill: Bill, { type, saved }: TypeChoice): Promise<WireTransaction> {
  if (bill.ticket === null) return requestTypeChange(bill.payment, type)
  const { ticket, payment } = bill
  // An open Pix code must end first, whatever the price.
  if (payment && (payment.value === ticket.value || payment.pix !== null))
    return requestTypeChange(payment, type)
  const { data } = await call(createTransaction, {
    body: {
      ticket_code: ticket.code,
      ticket_value: ticket.value,
      payment_type: type,
      pm_person_paymethod_id: saved?.id ?? null,
      person: await waitForUserId(),
    },
  })
  return data
}

function guestPayment({ ticket, payment }: Bill, { type }: TypeChoice) {
  if (ticket === null) return payment
  return { ticket_code: ticket.code, destination: captureTerms.capture.destination, payment_type: type }
}

async function requestTypeChange(payment: WireTransaction, type: PaymentType): Promise<WireTransaction> {
  const { data } = await call(changeType, {
    params: { token: payment.ws_token },
    body: { payment_type: type, person: await waitForUserId() },
  })
  return data
}

const pricedTicket = z.object({ ticket: ticketSchema })

const codesShownByValuePage = ['already_paid', 'nothing_due', 'ticket_exited', 'ticket_blocked']

/** The ticket with its new price; null where the error was shown. */
function resolveRefusal(failure: CallFailure, ticket: WireTicket): WireTicket | null {
  const fresh = z.safeParse(pricedTicket, failure.data)
  if (failure.code === 'price_changed' && fresh.success) return fresh.data.ticket
  if (codesShownByValuePage.includes(failure.code))
    replaceWith('ticket.value', { query: { ticket: ticket.code } })
  else notifyFailure(failure)
  return null
}

function confirmNewPrice(fresh: WireTicket, before: WireTicket): Promise<boolean> {
  return confirm(`O valor agora é R$ ${fresh.valueHuman}`, {
    text: `${reasonOf(fresh, before)} Nada foi cobrado ainda.`,
    yes: `Continuar com R$ ${fresh.valueHuman}`,
    no: 'Agora não',
  })
}

function reasonOf(fresh: WireTicket, before: WireTicket): string {
  const news = partnerNews(before, fresh)
  return news === '' ? `O prazo do valor anterior (R$ ${before.valueHuman}) terminou.` : `${news}.`
}
