import * as z from 'zod/mini'

export type ThreeDsSettings = {
  /** Base address of the service; its script comes from there too. */
  readonly url: string
  /** Further origins that its script loads from and calls: what those are Cielo does not say. */
  readonly hosts: readonly string[]
  readonly clientId: string
  readonly clientSecret: string
  /** 10 digits. */
  readonly establishment: string
  /** At most 25 characters. */
  readonly merchantName: string
  /** 4 digits. */
  readonly mcc: string
  readonly timeoutMs: number
}

/** What the service answers of a merchant that it takes. */
export const token = z.object({ access_token: z.string().check(z.minLength(1)) })

const baseOf = ({ url }: ThreeDsSettings) => url.replace(/\/$/, '')

/** The script of the service: Cielo wants it from its own host. */
export function scriptOf(settings: ThreeDsSettings): string {
  return `${baseOf(settings)}/Scripts/BP.Mpi.3ds21.min.js`
}

/** An answer of the service, its body as JSON; `status` null: it did not answer, for a reason that may be logged. */
type Told = { status: number; body: unknown; detail: string } | { status: null; body: null; detail: string }

/** Asks for the token of one page. */
export async function askForToken(settings: ThreeDsSettings): Promise<Told> {
  const { clientId, clientSecret, establishment, merchantName, mcc, timeoutMs } = settings
  try {
    const answer = await fetch(`${baseOf(settings)}/v2/auth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        EstablishmentCode: establishment,
        MerchantName: merchantName.slice(0, 25),
        MCC: mcc,
      }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: answer.status, body: jsonOf(await answer.text()), detail: `HTTP ${answer.status}` }
  } catch (error) {
    return { status: null, body: null, detail: error instanceof Error ? error.name : 'network failure' }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
