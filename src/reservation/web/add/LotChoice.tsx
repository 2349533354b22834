import type { WireLotStats } from '#parking/contract.ts'
import css from '../Reservation.module.css'

type Props = { lots: readonly WireLotStats[]; chosen: number | null; onChoose: (id: number) => void }

export function LotChoice({ lots, chosen, onChoose }: Props) {
  return (
    <fieldset className={css.choices}>
      <legend>Em qual estacionamento?</legend>
      {lots.map(({ id, name, free_reserves }) => (
        <label key={id} className={css.choice}>
          <input
            type="radio"
            name="lot"
            checked={id === chosen}
            disabled={free_reserves === 0}
            onChange={() => onChoose(id)}
          />
          <span>
            <span>{name}</span>
            <small>{spacesText(free_reserves)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function spacesText(free: number): string {
  if (free === 0) return 'Sem vagas reservadas agora'
  return free === 1 ? '1 vaga reservada livre' : `${free} vagas reservadas livres`
}
