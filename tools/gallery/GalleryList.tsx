import { call } from '#kit/web/call/call.ts'
import { DeleteButton } from '#kit/web/list/DeleteButton.tsx'
import { QueryFilter } from '#kit/web/list/QueryFilter.tsx'
import { PagedList } from '#kit/web/list/PagedList.tsx'
import { usePagedList } from '#kit/web/list/usePagedList.ts'
import { Page } from '#kit/web/page/Page.tsx'
import { go, hrefTo } from '#kit/web/route/routes.ts'
import { deleteTown, listTowns } from './gateCalls.ts'

const states = ['SP', 'PR', 'RJ'].map((value) => ({ value, text: value }))

export function GalleryList() {
  const list = usePagedList(listTowns, { filterNames: ['state'] })
  return (
    <Page title="Lista" fluid onBackClick={() => go('dev.ui')}>
      <PagedList
        list={list}
        label="Cidades"
        nouns={['cidade', 'cidades']}
        failed="Não foi possível carregar as cidades"
        search="Nome da cidade"
        filters={<QueryFilter name="state" label="Estado" choices={states} />}
        empty={{ icon: 'spaces', title: 'Nenhuma cidade', text: 'As cidades vêm com o portal.' }}
        keyOf={(town) => town.id}
        href={(town) => hrefTo('dev.ui', { query: { part: 'edit', id: String(town.id) } })}
        columns={[
          { title: 'Cidade', cell: (town) => town.text },
          { title: 'Estado', cell: (town) => town.text.slice(-2), wideOnly: true },
          { title: 'Código', cell: (town) => town.id, numeric: true },
        ]}
        actions={(town) => (
          <DeleteButton
            name={town.text}
            remove={() => call(deleteTown, { params: { id: town.id } })}
            onDeleted={list.reload}
          />
        )}
      />
    </Page>
  )
}
