import { expect, it } from 'vitest'
import { customersFiles } from '../tools/build/template.ts'

it('the service worker caches the files of all customer screens, and none of the back office', () => {
  const manifest = {
    'index.html': {
      file: 'assets/index.js',
      isEntry: true,
      imports: ['_base.js'],
      dynamicImports: [
        'src/ticket/web/TicketReadPage.tsx',
        'src/app/web/backoffice/modules.ts',
        'tools/gallery/DevUiPage.tsx',
      ],
    },
    '_base.js': { file: 'assets/base.js', css: ['assets/base.css'] },
    'src/ticket/web/TicketReadPage.tsx': { file: 'assets/read.js', imports: ['_base.js', '_form.js'] },
    '_form.js': { file: 'assets/form.js' },
    'src/app/web/backoffice/modules.ts': { file: 'assets/desk.js', imports: ['_table.js'] },
    'tools/gallery/DevUiPage.tsx': { file: 'assets/dev.js' },
    '_table.js': { file: 'assets/table.js' },
  }
  expect(customersFiles(manifest)).toEqual(
    ['index.js', 'base.js', 'base.css', 'read.js', 'form.js'].map((file) => `/assets/${file}`),
  )
})
