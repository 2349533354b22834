import { useOneAtATime } from '../call/useOneAtATime.ts'
import { confirm } from '../dialog/confirm.tsx'
import { Icon } from '../Icon.tsx'
import { whileLoading } from '../notice/loading.ts'
import { notify, notifyFailure } from '../notice/notify.ts'
import css from './Table.module.css'

type Props = { name: string; remove: () => Promise<unknown>; onDeleted: () => void }

export function DeleteButton({ name, remove, onDeleted }: Props) {
  const press = useOneAtATime(async () => {
    if (!(await confirm('Excluir registro?', { text: name, yes: 'Excluir', danger: true }))) return
    try {
      await whileLoading(remove())
    } catch (failure) {
      return notifyFailure(failure)
    }
    notify('Registro excluído.', 'success')
    onDeleted()
  })
  return (
    <button
      type="button"
      className={css.remove}
      title="Excluir"
      aria-label={`Excluir ${name}`}
      onClick={() => void press()}
    >
      <Icon name="trash" size={22} />
    </button>
  )
}
