import * as z from 'zod/mini'
import { call } from '#kit/web/call/call.ts'
import type { EarlyResponse } from '#kit/web/call/request/request.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { afterLoading, loadingCount } from '#kit/web/notice/loading.ts'
import { dismissNoticeText, notify } from '#kit/web/notice/notify.ts'
import { go } from '#kit/web/route/routes.ts'
import { reportServerUnreachable } from '#kit/web/notice/connection.ts'
import { hashLocation } from '#kit/web/route/location.ts'
import { clearCustomer, clearAccountData } from '#checkout/web/customer.ts'
import { clearUserStorage } from '#kit/web/state/userStorage.ts'
import { readSession, sessionUser, type SessionUser } from '../../contract.ts'
import {
  readCheckFailure,
  isFailureShown,
  userChangedText,
  compareSession,
  redirectAfterMs,
  sessionTexts,
  decideReaction,
  retryAfterMs,
  type SessionCheck,
  type SessionVerdict,
} from '../../sessionCheck.ts'
import { setHumanCheckNeeded } from '../human/humanState.ts'
import { setSession } from '../loadSession.ts'
import { runGuestClearing } from '../guestClearing.ts'
import { lastKnownUserId, forgetSessionUser, persistUserId } from '../lastKnownUser.ts'
import { session, type WebSession } from '../session.ts'
import { checkFailure } from './checkRequests.ts'
import { currentSessionVersion } from './sessionVersion.ts'

type CheckResult = { check: SessionCheck; session: WebSession | null; failure: CallFailure | null }

/** Its fields are only declared: what initialises and hides them in the oldest browsers is 0.6 KB. */
export class SessionMonitor {
  declare private readonly isProtected: (location: string) => boolean
  /** In the device's milliseconds. */
  declare checkedAt: number
  declare isEnding: boolean
  declare private failures: number
  declare private again: ReturnType<typeof setTimeout> | undefined
  declare private asking: boolean
  declare private isOutdated: boolean

  constructor(isProtected: (location: string) => boolean) {
    this.checkedAt = 0
    this.isEnding = false
    this.failures = 0
    this.asking = false
    this.isOutdated = false
    this.isProtected = isProtected
    persistUserId()
  }

  /** An answer older than the latest login or logout is dropped. */
  async check(): Promise<void> {
    if (this.asking || this.isEnding) return
    clearTimeout(this.again)
    this.checkedAt = Date.now()
    const before = session.get()
    const turn = currentSessionVersion()
    this.asking = true
    const answer = await requestSession().finally(() => (this.asking = false))
    const isCurrent = () => session.get() === before && turn === currentSessionVersion()
    if (this.isOutdated) return this.checkAfterChange()
    if (!isCurrent()) return
    const verdict = compareSession(lastKnownUserId() || null, answer.check)
    if (answer.failure) checkFailure.set(answer.failure)
    if (verdict === 'unknown') return this.retryCheck(answer.check)
    this.failures = 0
    reportServerUnreachable(false)
    this.react(verdict, answer.session, isCurrent)
  }

  /** The answer of a pending check may be older than a change in another tab. */
  async checkAfterChange(): Promise<void> {
    this.isOutdated = this.asking
    await this.check()
  }

  /** The session is another person's (docs/spec.md#r26). */
  onUserChanged(said: unknown): void {
    if (this.isEnding) return
    const user = z.safeParse(z.nullable(sessionUser), said).data ?? null
    const believed = lastKnownUserId()
    if (believed === undefined) return
    if (user !== null && believed !== 0) return this.react('other', null, () => true)
    if (user !== null) return void this.check()
    notify(sessionTexts.ended, 'warning')
    this.continueAsGuest(null)
  }

  /** The page stays and retries (docs/spec.md#r15). */
  private retryCheck(check: SessionCheck): void {
    this.failures += 1
    reportServerUnreachable(isFailureShown(this.failures, check))
    this.again = setTimeout(() => void this.check(), retryAfterMs(this.failures))
    if (session.get() === null) setHumanCheckNeeded(true)
  }

  private react(verdict: SessionVerdict, answer: WebSession | null, isCurrent: () => boolean): void {
    const isProtected = this.isProtected(hashLocation.get())
    // Before the first answer, calls wait for the session or claim a person whom the server would refuse.
    const isFirst = session.get() === null
    switch (decideReaction(verdict, { busy: !isFirst && loadingCount.get() > 0, isProtected })) {
      case 'nothing':
        if (!answer) return
        if (lastKnownUserId() === 0 && answer.user) notifySignedIn(answer.user)
        return setSession(answer)
      case 'wait':
        this.isEnding = true
        return afterLoading(() => {
          this.isEnding = false
          if (isCurrent()) this.react(verdict, answer, isCurrent)
        })
      case 'leave':
        this.isEnding = true
        dismissNoticeText(sessionTexts.ended)
        notify(verdict === 'other' ? sessionTexts.other : sessionTexts.expired, 'warning')
        setTimeout(
          () => (isFirst ? this.leave(verdict) : afterLoading(() => this.leave(verdict))),
          redirectAfterMs,
        )
        return
      case 'guest':
        dismissNoticeText(sessionTexts.ended)
        if (verdict === 'gone') notify(sessionTexts.gone, 'info')
        else notify(sessionTexts.ended, 'warning')
        this.continueAsGuest(answer)
    }
  }

  /** Leaves, unless the person has moved to an open screen. */
  private leave(verdict: SessionVerdict): void {
    if (verdict === 'ended' && !this.isProtected(hashLocation.get())) {
      this.isEnding = false
      return this.continueAsGuest(null)
    }
    clearCustomer()
    clearUserStorage()
    forgetSessionUser()
    location.replace('/')
  }

  /** Keeps the tickets and drops the account's data (docs/spec.md#r16). */
  private continueAsGuest(answer: WebSession | null): void {
    clearAccountData()
    clearUserStorage()
    if (answer) return setSession(answer)
    forgetSessionUser()
    void this.check()
  }
}

function notifySignedIn(user: SessionUser): void {
  const leave = { text: 'Não sou eu', run: () => go('logout') }
  notify(userChangedText(0, user), 'warning', { action: leave })
}

async function requestSession(): Promise<CheckResult> {
  try {
    await runGuestClearing()
    const answer = await call(readSession, { earlyResponse: await takeEarlySession(), once: true })
    return { check: { kind: 'user', id: answer.user?.id ?? null }, session: answer, failure: null }
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    return { check: readCheckFailure(failure), session: null, failure }
  }
}

declare global {
  interface Window {
    /** Requested by `tools/build/early.js` or by the app. */
    earlySession?: Promise<EarlyResponse | undefined>
  }
}

async function takeEarlySession(): Promise<EarlyResponse | undefined> {
  if (typeof window === 'undefined') return undefined
  const pending = window.earlySession
  window.earlySession = Promise.resolve(undefined)
  return pending?.catch(() => undefined)
}
