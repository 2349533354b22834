import { randomUUID } from 'node:crypto'

export type VaultCard = { number: string; brand: string; holder: string; expiration: string }

/** Cards behind tokens. In memory only: not even test numbers are written to a file. */
export class Vault {
  readonly #cards = new Map<string, VaultCard>()

  keep(card: VaultCard): string {
    const token = randomUUID()
    this.#cards.set(token, card)
    return token
  }

  get(token: string): VaultCard | undefined {
    return this.#cards.get(token.toLowerCase())
  }
}
