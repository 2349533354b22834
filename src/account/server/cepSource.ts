import * as z from 'zod/mini'
import { type Clock, addMs } from '#kit/clock.ts'
import { readJsonAnswer } from '#kit/server/readJsonAnswer.ts'
import { requiredText } from '#kit/fields.ts'
import { addressData } from '../contract.ts'

export type CepAddress = {
  readonly street: string
  readonly neighborhood: string
  readonly cityName: string
  readonly state: string
}

/** `cep` has 8 digits. Returns 'unknown' for a CEP that does not exist, null when the source fails. */
export type CepSource = (cep: string) => Promise<CepAddress | 'unknown' | null>

/** https://viacep.com.br: an unknown CEP answers 200 with `erro`, `true` or 'true'; no city is a failure. */
const viaCepAnswer = z.object({
  logradouro: z.catch(addressData.shape.street, ''),
  bairro: z.catch(addressData.shape.neighborhood, ''),
  localidade: requiredText(120),
  uf: z.string().check(z.regex(/^[A-Z]{2}$/)),
  erro: z.optional(z.never()),
})
const viaCepUnknown = z.object({ erro: z.union([z.literal(true), z.literal('true')]) })

/** Below the page's limit of 1.5 s (docs/spec.md#times). */
export const cepTimeoutMs = 900

export function viaCepSource(baseUrl: string, timeoutMs: number): CepSource {
  const base = baseUrl.replace(/\/+$/, '')
  return async (cep) => {
    try {
      const response = await fetch(`${base}/ws/${encodeURIComponent(cep)}/json/`, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
      })
      return response.ok ? parseViaCepAnswer(await readJsonAnswer(response)) : null
    } catch {
      return null
    }
  }
}

function parseViaCepAnswer(body: unknown): CepAddress | 'unknown' | null {
  if (z.safeParse(viaCepUnknown, body).success) return 'unknown'
  const answer = z.safeParse(viaCepAnswer, body)
  if (!answer.success) return null
  const { logradouro, bairro, localidade, uf } = answer.data
  return { street: logradouro, neighborhood: bairro, cityName: localidade, state: uf }
}

const cooldownMs = 30_000
const maxFailures = 3

/** After three failures in a row, and after each further one, the source is not asked for half a minute. */
export function withCooldown(source: CepSource, clock: Clock): CepSource {
  let restsUntil = new Date(0)
  let failures = 0
  return async (cep) => {
    if (clock.now() < restsUntil) return null
    const answer = await source(cep)
    failures = answer === null ? failures + 1 : 0
    if (failures >= maxFailures) restsUntil = addMs(clock.now(), cooldownMs)
    return answer
  }
}
