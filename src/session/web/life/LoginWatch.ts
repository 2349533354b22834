import * as z from 'zod/mini'
import { call } from '#kit/web/call/call.ts'
import type { Answered } from '#kit/web/call/request.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { afterLoading, loadingCount } from '#kit/web/notice/loading.ts'
import { dismissText, notify } from '#kit/web/notice/notify.ts'
import { go } from '#kit/web/route/routes.ts'
import { reportTrouble } from '#kit/web/notice/online.ts'
import { hashLocation } from '#kit/web/route/location.ts'
import { clearCustomer, keepTickets } from '#checkout/web/customer.ts'
import { deleteOwn } from '#kit/web/state/own.ts'
import { readSession, sessionUser, type SessionUser } from '../../contract.ts'
import {
  readCheckFailure,
  isTroubleShown,
  changedText,
  compareSession,
  leaveAfterMs,
  lifeTexts,
  reactionTo,
  retryAfterMs,
  type SessionCheck,
  type Verdict,
} from '../../life.ts'
import { expectHumanCheck } from '../human/human.ts'
import { keepSession } from '../loadSession.ts'
import { runGuestClearing } from '../guestClearing.ts'
import { believedPerson, forgetPerson, rememberPersons } from '../person.ts'
import { session, type WebSession } from '../session.ts'
import { checkFailure } from './checkRequests.ts'
import { currentTurn } from './tabs.ts'

type Answer = { check: SessionCheck; session: WebSession | null; failure: CallFailure | null }

export class LoginWatch {
  readonly #isProtected: (location: string) => boolean
  /** In the device's milliseconds. */
  checkedAt = 0
  isEnding = false
  #failures = 0
  #again: ReturnType<typeof setTimeout> | undefined
  #asking = false

  constructor(isProtected: (location: string) => boolean) {
    this.#isProtected = isProtected
    rememberPersons()
  }

  /** An answer older than the latest login or logout is dropped. */
  async check(): Promise<void> {
    if (this.#asking || this.isEnding) return
    clearTimeout(this.#again)
    this.checkedAt = Date.now()
    const before = session.get()
    const turn = currentTurn()
    this.#asking = true
    const answer = await ask().finally(() => (this.#asking = false))
    const isCurrent = () => session.get() === before && turn === currentTurn()
    if (!isCurrent()) return
    const verdict = compareSession(believedPerson() || null, answer.check)
    if (answer.failure) checkFailure.set(answer.failure)
    if (verdict === 'unknown') return this.#retryCheck(answer.check)
    this.#failures = 0
    reportTrouble(false)
    this.#react(verdict, answer.session, isCurrent)
  }

  /** The session is another person's (docs/spec.md#r26). */
  changed(said: unknown): void {
    if (this.isEnding) return
    const user = z.safeParse(z.nullable(sessionUser), said).data ?? null
    const believed = believedPerson()
    if (believed === undefined) return
    if (user !== null && believed !== 0) return this.#react('other', null, () => true)
    if (user !== null) return void this.check()
    notify(lifeTexts.ended, 'warning')
    this.#continueAsGuest(null)
  }

  /** The page stays and retries (docs/spec.md#r15). */
  #retryCheck(check: SessionCheck): void {
    this.#failures += 1
    reportTrouble(isTroubleShown(this.#failures, check))
    this.#again = setTimeout(() => void this.check(), retryAfterMs(this.#failures))
    if (session.get() === null) expectHumanCheck(true)
  }

  #react(verdict: Verdict, answer: WebSession | null, isCurrent: () => boolean): void {
    const isProtected = this.#isProtected(hashLocation.get())
    // Before the first answer, calls wait for the session or claim a person whom the server would refuse.
    const isFirst = session.get() === null
    switch (reactionTo(verdict, { busy: !isFirst && loadingCount.get() > 0, isProtected })) {
      case 'nothing':
        if (!answer) return
        if (believedPerson() === 0 && answer.user) tellEntered(answer.user)
        return keepSession(answer)
      case 'wait':
        this.isEnding = true
        return afterLoading(() => {
          this.isEnding = false
          if (isCurrent()) this.#react(verdict, answer, isCurrent)
        })
      case 'leave':
        this.isEnding = true
        dismissText(lifeTexts.ended)
        notify(verdict === 'other' ? lifeTexts.other : lifeTexts.expired, 'warning')
        setTimeout(
          () => (isFirst ? this.#leave(verdict) : afterLoading(() => this.#leave(verdict))),
          leaveAfterMs,
        )
        return
      case 'guest':
        dismissText(lifeTexts.ended)
        if (verdict === 'gone') notify(lifeTexts.gone, 'info')
        else notify(lifeTexts.ended, 'warning')
        this.#continueAsGuest(answer)
    }
  }

  /** Unless the person has moved to an open screen. */
  #leave(verdict: Verdict): void {
    if (verdict === 'ended' && !this.#isProtected(hashLocation.get())) {
      this.isEnding = false
      return this.#continueAsGuest(null)
    }
    clearCustomer()
    deleteOwn()
    forgetPerson()
    location.replace('/')
  }

  /** With the tickets, without the account's data (docs/spec.md#r16). */
  #continueAsGuest(answer: WebSession | null): void {
    keepTickets()
    deleteOwn()
    if (answer) return keepSession(answer)
    forgetPerson()
    void this.check()
  }
}

function tellEntered(user: SessionUser): void {
  const leave = { text: 'Não sou eu', run: () => go('logout') }
  notify(changedText(0, user), 'warning', { action: leave })
}

async function ask(): Promise<Answer> {
  try {
    await runGuestClearing()
    const answer = await call(readSession, { answered: await takeEarlySession(), once: true })
    return { check: { kind: 'user', id: answer.user?.id ?? null }, session: answer, failure: null }
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    return { check: readCheckFailure(failure), session: null, failure }
  }
}

declare global {
  interface Window {
    /** Requested by `tools/build/early.js` or by the app. */
    earlySession?: Promise<Answered | undefined>
  }
}

/** Once; undefined without one. */
async function takeEarlySession(): Promise<Answered | undefined> {
  if (typeof window === 'undefined') return undefined
  const pending = window.earlySession
  window.earlySession = Promise.resolve(undefined)
  return pending?.catch(() => undefined)
}
