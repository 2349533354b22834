import { Situation } from '#kit/web/notice/Situation.tsx'
import type { Waiting } from '../../today.ts'
import { FigureLink } from './FigureLink.tsx'
import css from './Today.module.css'

/** For one and for more. */
const texts: Readonly<Record<keyof Waiting, readonly [string, string]>> = {
  unknown: ['pagamento sem resposta do banco', 'pagamentos sem resposta do banco'],
  review: ['pagamento espera uma decisão', 'pagamentos esperam uma decisão'],
  disputes: ['contestação aberta', 'contestações abertas'],
  alerts: ['alerta', 'alertas'],
  contests: ['reclamação aberta', 'reclamações abertas'],
  notes: ['nota fiscal parada', 'notas fiscais paradas'],
}

const names = ['unknown', 'review', 'disputes', 'alerts', 'contests', 'notes'] as const

export function WaitingNotice({ waiting }: { waiting: Waiting }) {
  const found = names.filter((name) => waiting[name].value > 0)
  if (found.length === 0) return null
  return (
    <Situation tone="warn" title="Esperam por você">
      <ul className={css.waiting}>
        {found.map((name) => {
          const { value, list } = waiting[name]
          const [one, more] = texts[name]
          return (
            <li key={name}>
              <FigureLink list={list}>{`${value} ${value === 1 ? one : more}`}</FigureLink>
            </li>
          )
        })}
      </ul>
    </Situation>
  )
}
