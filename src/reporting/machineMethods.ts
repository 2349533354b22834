import { lookUp, keysOf } from '#kit/text/lookUp.ts'

/** By the word that the machine or cashier sent. */
export const machineMethods = {
  machine_cash: { text: 'Máquina, dinheiro', words: ['cash', 'dinheiro'] },
  machine_card: {
    text: 'Máquina, cartão',
    words: ['card', 'credit', 'debit', 'cartao', 'credito', 'debito'],
  },
  machine_pix: { text: 'Máquina, Pix', words: ['pix'] },
  machine_other: { text: 'Máquina, outro', words: [] },
} as const satisfies Readonly<Record<string, { text: string; words: readonly string[] }>>

type MachineMethod = keyof typeof machineMethods

export const machineMethodNames = keysOf(machineMethods)

const methodByAlias: Readonly<Record<string, MachineMethod>> = Object.fromEntries(
  machineMethodNames.flatMap((name) => machineMethods[name].words.map((word) => [word, name])),
)

/** Ignores case and accents. */
export function toMachineMethod(word: string | null): MachineMethod {
  const plain = (word ?? '').normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
  return lookUp(methodByAlias, plain) ?? 'machine_other'
}
