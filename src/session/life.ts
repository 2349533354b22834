/**
 * How a login lives and ends, as one page sees it (docs/flows.md#1-session, docs/rulings.md#r3). Instants
 * in ms.
 */

/** Between two checks while somebody is signed in, and the age at which a page that is looked at again asks. */
export const checkEveryMs = 300_000

/** How long the news of the end stands before the page leaves. */
export const leaveAfterMs = 3_000

/** The texts of docs/texts.md#1-session, to the letter. */
export const lifeTexts = {
  expired: 'Sessão expirada! Aguarde, você será redirecionado...',
  other: 'Sessão expirada! Você será redirecionado, aguarde...',
  nobody: 'Usuário não logado...',
} as const

/** What a check of the session brought: who is there, a refusal (body status 400, or HTTP beyond 2xx), or no answer. */
export type Heard = { kind: 'user'; id: number | null } | { kind: 'refused' } | { kind: 'nothing' }

/**
 * `same`: nothing to do. `gone`: signed out elsewhere. `other`: another person signed in. `expired`: the login ended.
 * `unknown`: nobody answered, which says nothing about the login.
 */
export type Verdict = 'same' | 'gone' | 'other' | 'expired' | 'unknown'

/** Judges a check. `stored` is the person this page knows; null for a guest, whom no refusal drives away. */
export function judge(stored: number | null, heard: Heard): Verdict {
  if (heard.kind === 'nothing') return 'unknown'
  if (heard.kind === 'refused') return stored === null ? 'unknown' : 'expired'
  if (stored === null || heard.id === stored) return 'same'
  return heard.id === null ? 'gone' : 'other'
}

/** Whether a page that is looked at again has to ask. */
export function isStale(checkedAt: number, now: number): boolean {
  return now - checkedAt > checkEveryMs
}
