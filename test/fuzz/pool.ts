import type { Random } from './random.ts'

type Plain = string | number

/** Valid values by field name. */
const usual: ReadonlyMap<string, readonly Plain[]> = new Map<string, readonly Plain[]>([
  ['name', ['Maria de Souza', 'Garagem Sul']],
  ['email', ['maria@exemplo.com.br', 'clara@demo.guiche.example']],
  ['username', ['maria@exemplo.com.br', 'clara@demo.guiche.example']],
  ['password', ['clara-estaciona', 'segredo-da-joana']],
  ['password_new', ['outra-senha']],
  ['phone', ['(41) 99876-5432']],
  ['cpfcnpj', ['529.982.247-25']],
  ['tax_id', ['529.982.247-25']],
  ['postalcode', ['80010-000']],
  ['address_postalcode', ['80010-000']],
  ['cep', ['80010-000']],
  ['gl_city_id', [4106902]],
  ['ticket_value', [7, '7,00', 11]],
  ['value', [1, '1,00']],
  ['amount', [7, 6.5]],
  ['float', [0, 100]],
  ['received', [10, 50]],
  ['counted', [100, 107]],
  ['payment_type', [1, 2]],
  ['cardNumber', ['4024007153763191', '5453010000066167']],
  ['cardHolderName', ['MARIA SOUZA']],
  ['cardExpiration', ['12/30']],
  ['cardCvv', ['123']],
  ['license_plate', ['ABC1D23', 'XYZ-1234']],
  ['plate', ['ABC1D23', 'QRS2E34']],
  ['gate', ['E1', 'S1']],
  ['method', ['dinheiro', 'pix']],
  ['reason', ['Cancela com defeito']],
  ['from', ['2026-03-01']],
  ['until', ['2026-03-31']],
  ['to', ['2026-03-31']],
  ['at', ['2026-03-10T14:00:00Z']],
  ['entered_at', ['2026-03-10T12:00:00Z']],
  ['paid_at', ['2026-03-10T14:30:00Z']],
  ['lot_id', [1, 2, 3]],
  ['lot_ids', [1, 2]],
  ['level', [2, 10]],
  ['p', ['1', '2']],
  ['page', ['1', '2']],
  ['operatorCnpj', ['11.222.333/0001-81']],
  ['cnpj', ['11.222.333/0001-81']],
  ['month', ['2026-03']],
  ['share', [0, 80]],
  ['count', [1, 24]],
  ['valid_until', ['2030-01-01']],
])

/** So many texts of earlier answers are kept under each name. */
const kept = 40

/** Values that mean something to the portal: the usual ones, and those of its own answers. */
export class Pool {
  readonly #answered = new Map<string, Plain[]>()

  /** Keeps codes, tokens and numbers of an answer, so that later calls are about existing things. */
  learn(answer: unknown, name = ''): void {
    if (Array.isArray(answer)) for (const item of answer.slice(0, 5)) this.learn(item, name)
    else if (typeof answer === 'object' && answer !== null)
      for (const [inner, value] of Object.entries(answer)) this.learn(value, inner)
    else if (typeof answer === 'string' || typeof answer === 'number') this.#keep(name, answer)
  }

  #keep(name: string, value: Plain): void {
    const list = this.#answered.get(name) ?? []
    if (list.includes(value)) return
    list.push(value)
    if (list.length > kept) list.shift()
    this.#answered.set(name, list)
  }

  /** A value for a field of this name; undefined where none is known. */
  valueFor(random: Random, name: string): Plain | undefined {
    const names = [name, ...(aliases.get(name) ?? [])]
    const known = names.flatMap((each) => [...(usual.get(each) ?? []), ...(this.#answered.get(each) ?? [])])
    return known.length === 0 ? undefined : random.pick(known)
  }
}

/** Different names of one thing. */
const aliases: ReadonlyMap<string, readonly string[]> = new Map([
  ['code', ['ticket_code']],
  ['ticket_code', ['code']],
  ['token', ['ws_token', 'surplus_token']],
  ['payMethod_token', ['ws_token']],
  ['pm_person_paymethod_id', ['id', 'ws_token']],
  ['personVehicle_id', ['id']],
  ['id', ['code', 'ws_token', 'ticket_code']],
  ['login_token', ['device_ws_token']],
  ['qr', ['token', 'ws_token']],
  ['seen_version', ['version']],
  ['subject_id', ['id']],
  ['q', ['code', 'name', 'ticket_code']],
])
