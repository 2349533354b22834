import { useCall } from '#kit/web/call/useCall.ts'
import { Table } from '#kit/web/list/Table.tsx'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { levelNames } from '../../level.ts'
import { readLevels } from '../../levels.ts'
import { StaffPage } from '../frame/StaffPage.tsx'

export default function LevelsPage() {
  return (
    <StaffPage title="O que cada nível pode">
      <Levels />
    </StaffPage>
  )
}

function Levels() {
  const { view, reload } = useCall(readLevels)
  if (view.state === 'loading') return <Skeleton lines={8} />
  if (view.state === 'failed')
    return <LoadFailed title="Não foi possível carregar os níveis" failure={view.failure} reload={reload} />
  const rows = view.value.data
  const areas = [...new Set(rows.map(({ area }) => area))]
  return (
    <>
      <Panel>
        <p>
          Quem vê só alguns estacionamentos faz o mesmo, mas só com o que é deles. O que está marcado com * é
          de quem vê todos.
        </p>
      </Panel>
      {areas.map((area) => (
        <Panel key={area} title={area}>
          <Table
            label={area}
            rows={rows.filter((row) => row.area === area)}
            keyOf={({ action }) => action}
            columns={[
              { title: 'Ação', cell: ({ action, all_lots: all }) => (all ? `${action} *` : action) },
              ...[10, 2, 1].map((level) => ({
                title: levelNames[level] ?? '',
                cell: (row: { level: number }) => (level <= row.level ? 'Sim' : 'Não'),
              })),
            ]}
          />
        </Panel>
      ))}
    </>
  )
}
