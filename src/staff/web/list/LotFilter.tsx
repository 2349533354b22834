import { Filter } from '#kit/web/list/Filter.tsx'
import { useLots } from '../lots/LotBoxes.tsx'

export function LotFilter() {
  const choices = useLots().map(({ id, name }) => ({ value: String(id), text: name }))
  return <Filter name="lot_id" label="Estacionamento" choices={choices} />
}
