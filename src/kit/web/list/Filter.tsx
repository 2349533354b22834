import { SelectBox, type Choice } from '../field/SelectBox.tsx'
import { useQueryChange } from '../route/query.ts'
import { useRoute } from '../route/routes.ts'
import { lookUp } from '../../text/lookUp.ts'

type Props = { name: string; label: string; choices: readonly Choice[]; all?: string }

export function Filter({ name, label, choices, all = 'Todos' }: Props) {
  const { query } = useRoute()
  const changeQuery = useQueryChange()
  return (
    <SelectBox
      label={label}
      value={lookUp(query, name) ?? ''}
      choices={[{ value: '', text: all }, ...choices]}
      onChange={(event) => changeQuery({ [name]: event.target.value || undefined })}
    />
  )
}
