import * as z from 'zod/mini'

export type CepAddress = {
  readonly street: string
  readonly neighborhood: string
  readonly cityName: string
  /** Two letters. */
  readonly state: string
}

/** Finds the address of a CEP (8 digits). Answers null when it is unknown or cannot be asked; never throws. */
export type CepSource = (cep: string) => Promise<CepAddress | null>

/** ViaCEP's answer (https://viacep.com.br): an unknown CEP answers 200 with `erro`, `true` or 'true'. */
const viaCepAnswer = z.object({
  logradouro: z.string(),
  bairro: z.string(),
  localidade: z.string().check(z.minLength(1)),
  uf: z.string().check(z.length(2)),
  erro: z.optional(z.never()),
})

/**
 * Asks ViaCEP, or anything that speaks its wire: `GET {baseUrl}/ws/{cep}/json/`. Answers null for an unknown
 * CEP, a time-out, a failure or an answer in another form: the look-up only saves typing.
 */
export function viaCepSource(baseUrl: string, timeoutMs: number): CepSource {
  const base = baseUrl.replace(/\/+$/, '')
  return async (cep) => {
    try {
      const response = await fetch(`${base}/ws/${encodeURIComponent(cep)}/json/`, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
      })
      const answer = response.ok ? z.safeParse(viaCepAnswer, await response.json()) : null
      if (!answer?.success) return null
      const { logradouro, bairro, localidade, uf } = answer.data
      return { street: logradouro, neighborhood: bairro, cityName: localidade, state: uf }
    } catch {
      return null
    }
  }
}
