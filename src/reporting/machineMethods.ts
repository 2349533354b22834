import { lookUp, namesIn } from '#kit/text/lookUp.ts'

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

export const machineMethodNames = namesIn(machineMethods)

const byWord: Readonly<Record<string, MachineMethod>> = Object.fromEntries(
  machineMethodNames.flatMap((name) => machineMethods[name].words.map((word) => [word, name])),
)

/** Ignores case and accents. */
export function machineMethodOf(word: string | null): MachineMethod {
  const plain = (word ?? '').normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
  return lookUp(byWord, plain) ?? 'machine_other'
}
