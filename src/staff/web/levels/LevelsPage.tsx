import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { Table } from '#kit/web/list/Table.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { levelNames } from '../../level.ts'
import { readLevels } from '../../levelsContract.ts'
import { StaffPage } from '../frame/StaffPage.tsx'

export default function LevelsPage() {
  return (
    <StaffPage title="O que cada nível pode">
      <Levels />
    </StaffPage>
  )
}

function Levels() {
  return (
    <LoadView load={useCall(readLevels)} failed="Não foi possível carregar os níveis">
      {({ data }) => (
        <>
          <Panel>
            <p>
              Quem vê só alguns estacionamentos faz o mesmo, mas só com o que é deles. O que está marcado com
              * é de quem vê todos.
            </p>
          </Panel>
          {[...new Set(data.map(({ area }) => area))].map((area) => (
            <Panel key={area} title={area}>
              <Table
                label={area}
                rows={data.filter((row) => row.area === area)}
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
      )}
    </LoadView>
  )
}
