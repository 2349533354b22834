import { NativeSelect, type Choice } from '../field/NativeSelect.tsx'
import { useQueryChange } from '../route/useQueryChange.ts'
import { useRoute } from '../route/routes.ts'
import { lookUp } from '../../text/lookUp.ts'

type Props = { name: string; label: string; choices: readonly Choice[]; all?: string }

export function QueryFilter({ name, label, choices, all = 'Todos' }: Props) {
  const { query } = useRoute()
  const changeQuery = useQueryChange()
  return (
    <NativeSelect
      label={label}
      value={lookUp(query, name) ?? ''}
      choices={[{ value: '', text: all }, ...choices]}
      onChange={(event) => changeQuery({ [name]: event.target.value || undefined })}
    />
  )
}
