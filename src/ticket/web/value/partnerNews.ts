import type { WireTicket } from '../../contract.ts'

type Priced = Pick<WireTicket, 'breakdown' | 'valueHuman'>

/** What became of the partners' lines, which are below zero; '' where they are the same. */
export function partnerNews(before: Priced, now: Priced): string {
  const [old, fresh] = [partnerLines(before), partnerLines(now)]
  if (fresh.some((line) => !old.includes(line))) return `Convênio aplicado: agora R$\u00a0${now.valueHuman}`
  if (old.some((line) => !fresh.includes(line)))
    return `O convênio foi desfeito: agora R$\u00a0${now.valueHuman}`
  return ''
}

function partnerLines({ breakdown }: Priced): readonly string[] {
  return breakdown.flatMap(({ text, value }) => (value < 0 ? [text] : []))
}
