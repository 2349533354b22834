import { lookUp, keysOf } from '#kit/text/lookUp.ts'

/** `aliases` are words that machines and cashiers send. */
export const machineMethods = {
  machine_cash: { text: 'Máquina, dinheiro', aliases: ['cash', 'dinheiro'] },
  machine_card: {
    text: 'Máquina, cartão',
    aliases: ['card', 'credit', 'debit', 'cartao', 'credito', 'debito'],
  },
  machine_pix: { text: 'Máquina, Pix', aliases: ['pix'] },
  machine_other: { text: 'Máquina, outro', aliases: [] },
} as const satisfies Readonly<Record<string, { text: string; aliases: readonly string[] }>>

type MachineMethod = keyof typeof machineMethods

export const machineMethodNames = keysOf(machineMethods)

const methodByAlias: Readonly<Record<string, MachineMethod>> = Object.fromEntries(
  machineMethodNames.flatMap((name) => machineMethods[name].aliases.map((word) => [word, name])),
)

/** Ignores case and accents. */
export function toMachineMethod(word: string | null): MachineMethod {
  const plain = (word ?? '').normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
  return lookUp(methodByAlias, plain) ?? 'machine_other'
}
