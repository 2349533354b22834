import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { leaveScreen } from '#kit/web/edit/leaveScreen.ts'
import { navigate } from '#kit/web/route/location.ts'
import type { Result } from './results.ts'
import { SearchBox } from './SearchBox.tsx'

/** docs/back-office.md#search */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const open = (result: Result) => {
    onClose()
    leaveScreen(() => navigate(result.to))
  }
  return (
    <Dialog title="Buscar" onClose={onClose}>
      <SearchBox onOpen={open} />
    </Dialog>
  )
}
