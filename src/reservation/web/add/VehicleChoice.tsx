import { Button } from '#kit/web/Button.tsx'
import type { WireVehicle } from '#vehicle/contract.ts'
import { plateText } from '#vehicle/plateText.ts'
import { removeVehicle } from '#vehicle/web/removeVehicle.ts'
import css from '../Reservation.module.css'

type Props = {
  vehicles: readonly WireVehicle[]
  chosen: number | null
  onChoose: (id: number) => void
  onRemoved: () => void
}

export function VehicleChoice({ vehicles, chosen, onChoose, onRemoved }: Props) {
  if (vehicles.length === 0) return <p>Adicione o veículo: a câmera da entrada o reconhece pela placa.</p>
  const current = vehicles.find(({ id }) => id === chosen)
  return (
    <fieldset className={css.choices}>
      <legend>Com qual veículo você vem?</legend>
      {vehicles.map(({ id, name, license_plate }) => (
        <label key={id} className={css.choice}>
          <input type="radio" name="vehicle" checked={id === chosen} onChange={() => onChoose(id)} />
          <span>
            <span>{name}</span>
            <small>{plateText(license_plate)}</small>
          </span>
        </label>
      ))}
      {current && (
        <Button
          look="danger"
          icon="trash"
          onClick={() => void removeVehicle(current).then((gone) => gone && onRemoved())}
        >
          {`Excluir ${current.name}`}
        </Button>
      )}
    </fieldset>
  )
}
