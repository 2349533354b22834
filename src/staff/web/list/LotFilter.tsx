import { QueryFilter } from '#kit/web/list/QueryFilter.tsx'
import { useLots } from '../lots/LotCheckboxes.tsx'

export function LotFilter() {
  const choices = useLots().map(({ id, name }) => ({ value: String(id), text: name }))
  return <QueryFilter name="lot_id" label="Estacionamento" choices={choices} />
}
