/** The lifetime of a login in one page (docs/spec.md#session-checks, docs/spec.md#r3). Instants in ms. */

export const checkEveryMs = 300_000

export const redirectAfterMs = 3_000

/** docs/spec.md#session-checks */
export const sessionTexts = {
  ended: 'Sessão expirada.',
  expired: 'Sessão expirada! Aguarde, você será redirecionado...',
  other: 'Sessão expirada! Você será redirecionado, aguarde...',
  gone: 'Você saiu da sua conta.',
  nobody: 'Usuário não logado...',
} as const

/** `claimed`: the page's person, 0 for a guest; `user`: the session's (docs/spec.md#r26). */
export function userChangedText(claimed: number, user: { name: string } | null): string {
  if (user === null) return sessionTexts.ended
  return claimed === 0 ? `Você entrou como ${user.name}.` : sessionTexts.other
}

export type SessionCheck =
  | { kind: 'user'; id: number | null }
  | { kind: 'ended' }
  | { kind: 'server_error' }
  | { kind: 'offline' }

/** Only 400, 401 and 419 end a login (docs/spec.md#r3, docs/spec.md#r15). */
export function readCheckFailure({ status, code }: { status: number; code: string }): SessionCheck {
  if (status === 0) return { kind: 'offline' }
  if (code === 'api_token') return { kind: 'server_error' }
  return { kind: [400, 401, 419].includes(status) ? 'ended' : 'server_error' }
}

/** `gone`: signed out elsewhere. `other`: another person signed in. */
export type SessionVerdict = 'same' | 'gone' | 'other' | 'ended' | 'unknown'

/** `stored`: null for a guest, or in a new tab. */
export function compareSession(stored: number | null, check: SessionCheck): SessionVerdict {
  switch (check.kind) {
    case 'offline':
    case 'server_error':
      return 'unknown'
    case 'ended':
      return 'ended'
    case 'user':
      if (stored === null || check.id === stored) return 'same'
      return check.id === null ? 'gone' : 'other'
  }
}

/** `leave`: notice, then the site's root. `guest`: stay as a guest. `wait`: until no call runs. */
type Reaction = 'nothing' | 'wait' | 'leave' | 'guest'

/** docs/spec.md#r15, docs/spec.md#r16. `busy`: a call that may move money is running. */
export function decideReaction(
  verdict: SessionVerdict,
  { busy, isProtected }: { busy: boolean; isProtected: boolean },
): Reaction {
  if (verdict === 'same' || verdict === 'unknown') return 'nothing'
  if (busy) return 'wait'
  if (verdict === 'other') return 'leave'
  return verdict === 'ended' && isProtected ? 'leave' : 'guest'
}

const retryDelaysMs = [2_000, 5_000, 15_000, 60_000] as const

/** The delay after `failures` failed checks. */
export function retryAfterMs(failures: number): number {
  return retryDelaysMs[failures - 1] ?? 60_000
}

/** Without any answer the banner shows at once, else from the second failure on. */
export function isFailureShown(failures: number, check: SessionCheck): boolean {
  return failures >= (check.kind === 'offline' ? 1 : 2)
}

/** Asked when the page becomes visible. */
export function isCheckDue(checkedAt: number, now: number): boolean {
  // Also after the clock was set back.
  return Math.abs(now - checkedAt) > checkEveryMs
}
