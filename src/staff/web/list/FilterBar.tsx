import { Fragment, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import css from './FilterBar.module.css'
import type { ListFilter } from './filters.tsx'

/** Chips, on phones in a sheet. */
export function FilterBar({ filters }: { filters: readonly ListFilter[] }) {
  const { query } = useRoute()
  const [isOpen, setIsOpen] = useState(false)
  const shown = filters.filter(({ control }) => control !== undefined)
  const set = shown.filter(({ name }) => lookUp(query, name)).length
  const chips = shown.map(({ name, control }) => <Fragment key={name}>{control}</Fragment>)
  const close = () => setIsOpen(false)
  return (
    <>
      <div className={`${css.filters} row`}>{chips}</div>
      <div className={css.opener}>
        <Button variant="plain" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          {set === 0 ? 'Filtros' : `Filtros (${set})`}
        </Button>
      </div>
      {isOpen && (
        <Dialog
          title="Filtros"
          shape="foot"
          onClose={close}
          actions={<Button onClick={close}>Ver resultados</Button>}
        >
          <div className="row">{chips}</div>
        </Dialog>
      )}
    </>
  )
}
