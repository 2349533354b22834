import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useLots } from '#staff/web/lots/useLots.ts'
import { LotBoxes } from '#staff/web/lots/LotBoxes.tsx'
import { confirmAndRun } from '#staff/web/backoffice/confirmAndRun.ts'
import { changeUserLevel, chosenLots, type BackOfficeUser, lotsBody } from '../../backoffice.ts'

export function LotsText({ all_lots: all, lot_ids: ids }: BackOfficeUser) {
  const lots = useLots()
  if (all) return 'Todos'
  return lots.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ')
}

export function UserLots({ person, onChanged }: { person: BackOfficeUser; onChanged: () => void }) {
  const lots = useLots()
  const [chosen, setChosen] = useState<readonly number[] | null>(person.all_lots ? null : person.lot_ids)
  const [error, setError] = useState<string>()
  const save = () => {
    const { error: wrong } = chosenLots.safeParse(chosen)
    setError(wrong?.issues[0]?.message)
    if (wrong) return
    const { id, level, name } = person
    void confirmAndRun(
      {
        title: 'Alterar os estacionamentos?',
        text: `A partir de agora ${name} vê só o que é dos estacionamentos escolhidos.`,
        yes: 'Alterar',
      },
      () => call(changeUserLevel, { params: { id }, body: { level, ...lotsBody(chosen) } }),
      { done: 'Estacionamentos alterados.', onChanged },
    )
  }
  return (
    <>
      <LotBoxes lots={lots} withAll chosen={chosen} onChange={setChosen} error={error} />
      <Button look="plain" onClick={save}>
        Salvar
      </Button>
    </>
  )
}
