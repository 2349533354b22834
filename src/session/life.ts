/**
 * How a login lives and ends, as one page sees it (docs/spec.md#session-checks, docs/spec.md#r3). Instants
 * in ms.
 */

/** Between two checks while somebody is signed in, and the age at which a page that is looked at again asks. */
export const checkEveryMs = 300_000

/** How long the news of the end stands before the page leaves. */
export const leaveAfterMs = 3_000

/** The texts of docs/spec.md#session-checks, to the letter. */
export const lifeTexts = {
  /** Where nobody is moved: the person goes on as a guest. */
  ended: 'Sessão expirada.',
  expired: 'Sessão expirada! Aguarde, você será redirecionado...',
  other: 'Sessão expirada! Você será redirecionado, aguarde...',
  gone: 'Você saiu da sua conta.',
  nobody: 'Usuário não logado...',
} as const

/**
 * What a check of the session brought: who is there, that the login has ended, an answer that says nothing about it,
 * or no answer.
 */
export type Heard =
  | { kind: 'user'; id: number | null }
  | { kind: 'ended' }
  | { kind: 'trouble' }
  | { kind: 'silence' }

/** What a check that failed says: only 400, 401 and 419 end a login (docs/spec.md#r3, docs/spec.md#r15). */
export function heardOf({ status, code }: { status: number; code: string }): Heard {
  if (status === 0) return { kind: 'silence' }
  // That one is about the page, not about who looks at it.
  if (code === 'api_token') return { kind: 'trouble' }
  return { kind: [400, 401, 419].includes(status) ? 'ended' : 'trouble' }
}

/**
 * `same`: nothing to do. `gone`: signed out elsewhere. `other`: another person signed in. `ended`: the login ended.
 * `unknown`: nobody can say, which says nothing about the login.
 */
export type Verdict = 'same' | 'gone' | 'other' | 'ended' | 'unknown'

/** Judges a check. `stored` is the person this page knows; null for a guest, and while nobody is known yet. */
export function judge(stored: number | null, heard: Heard): Verdict {
  switch (heard.kind) {
    case 'silence':
    case 'trouble':
      return 'unknown'
    case 'ended':
      // Also where this page had not heard of the login yet: its cookie names one.
      return 'ended'
    case 'user':
      if (stored === null || heard.id === stored) return 'same'
      return heard.id === null ? 'gone' : 'other'
  }
}

/** `leave`: says so and loads the site's root. `guest`: stays, and goes on as a guest. `wait`: until nothing runs. */
export type Move = 'nothing' | 'wait' | 'leave' | 'guest'

/**
 * What the page does about a verdict (docs/spec.md#r15, docs/spec.md#r16). `busy`: a call runs that may move
 * money. `isProtected`: the screen in view is only for who is signed in.
 */
export function moveAfter(
  verdict: Verdict,
  { busy, isProtected }: { busy: boolean; isProtected: boolean },
): Move {
  if (verdict === 'same' || verdict === 'unknown') return 'nothing'
  if (busy) return 'wait'
  if (verdict === 'other') return 'leave'
  return verdict === 'ended' && isProtected ? 'leave' : 'guest'
}

const retriesMs = [2_000, 5_000, 15_000, 60_000] as const

/** How long after so many failed checks in a row the next one is. */
export function retryAfterMs(failures: number): number {
  return retriesMs[failures - 1] ?? 60_000
}

/** Whether so many failures in a row are told: silence at once, an answer in trouble the second time. */
export function isTold(failures: number, heard: Heard): boolean {
  return failures >= (heard.kind === 'silence' ? 1 : 2)
}

/** Whether a page that is looked at again has to ask. */
export function isStale(checkedAt: number, now: number): boolean {
  return now - checkedAt > checkEveryMs
}
