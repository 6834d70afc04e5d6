// A page of several sweeps: what differs between them, their cells side by side, and each common cell beside the first sweep's.
function several() {
  const {compared, sweep, metric, goal} = state.data;
  const labels = compared.sweeps.map(of => of.label);
  document.title = sweep.name + ' · Attune';
  $('title').textContent = sweep.name;
  $('verdict').replaceChildren(labels.length + ' sweeps, compared with ' + cut(labels[0], 80) + ' by ' + metric,
    el('small', {}, goal ? (goal === 'minimize' ? 'Lower' : 'Higher') + ' is better.' : 'Neither direction of ' + metric + ' is better.'));
  const tiles = [[sweep.finished, 'finished of ' + sweep.total, 'good'], [sweep.stopped, 'stopped early'], [sweep.failed, 'failed', sweep.failed ? 'bad' : ''], [compared.cells.length, 'cells']];
  $('tiles').replaceChildren(...tiles.filter(([value, name]) => value !== 0 || /finished|failed/.test(name))
    .map(([value, name, kind]) => el('div', {class: 'tile ' + (kind || '')}, el('b', {}, String(value)), el('span', {}, name))));
  const heading = first => [{name: first, wrap: true}, ...labels.map(name => ({name: cut(name, 40), wrap: true}))];
  const mean = of => of === null ? '' : (of.n ? num(of.mean) + (of.std === null ? '' : ' ± ' + num(of.std, 2)) + ' ' : '') + '(' + of.n + missing(of) + ')' + (of.at ? ' at ' + of.at : '');
  const differing = Object.entries(compared.differing);
  const card = (title, ...children) => el('div', {class: 'card'}, el('h2', {}, title), ...children);
  const signed = value => (value > 0 ? '+' : '') + num(value);
  const kind = {better: 'good', worse: 'bad'};
  $('pairs').replaceChildren(
    card('Settings that differ', differing.length ? table(heading('setting'), differing.map(([key, values]) => [key, ...values])) : el('p', {class: 'note'}, 'The sweeps\' files and settings are equal.')),
    card('Cells side by side', el('p', {class: 'note'}, 'Mean ± std, and the number of seeds in brackets' + (compared.tuned.length ? '; each cell at its best ' + compared.tuned.join(', ') + '.' : '.')),
      table(heading('cell'), compared.cells.slice(0, 60).map(of => [of.cell, ...of.sweeps.map(mean)]).concat([['best', ...compared.sweeps.map(of => of.best || '')]]))),
    card('Common cells', ...compared.pairs.length === 0 ? [] : [el('p', {class: 'note'}, compared.compared + '. p is Holm-adjusted; the interval is the one that the adjusted test uses.'),
      table([{name: 'verdict'}, {name: 'cell', wrap: true}, {name: 'in', wrap: true}, {name: 'difference', number: true}, {name: 'interval', number: true}, {name: 'seeds', number: true}, {name: 'p', number: true}],
        compared.pairs.map(p => [el('span', {class: 'chip ' + (kind[p.verdict.split(',')[0]] || 'warn')}, p.verdict), p.cell, compared.sweeps.find(of => of.directory === p.directory).label,
          p.difference === null ? '' : signed(p.difference), ends(p, signed) + (p.level === null ? '' : ' (' + Math.round(p.level * 1e4) / 100 + ' %)'), p.n + missing(p), probability(p.p_adjusted) + least(p)]))],
      ...compared.unpaired.length === 0 ? [] : [el('p', {class: 'note'}, 'Common cells of sweeps with other seeds, each less that of ' + labels[0] + ', unpaired (Welch\'s t). p is Holm-adjusted over these rows.'),
      table([{name: 'verdict'}, {name: 'cell', wrap: true}, {name: 'in', wrap: true}, {name: 'difference', number: true}, {name: 'interval', number: true}, {name: 'seeds', number: true}, {name: 'p', number: true}],
        compared.unpaired.map(p => [el('span', {class: 'chip ' + (kind[p.verdict.split(',')[0]] || 'warn')}, p.verdict), p.cell, compared.sweeps.find(of => of.directory === p.directory).label,
          p.difference === null ? '' : signed(p.difference), ends(p, signed) + (p.level === null ? '' : ' (' + Math.round(p.level * 1e4) / 100 + ' %)'),
          p.n + (p.failed ? ', ' + p.failed + ' failed' : '') + ' and ' + p.less_n + (p.less_failed ? ', ' + p.less_failed + ' failed' : ''), probability(p.p_adjusted) + least(p)]))],
      ...compared.notes.map(note => el('p', {class: 'note'}, note))));
  for (const chart of ['effect-chart', 'forest-chart', 'timeline-chart']) $(chart).closest('.card').hidden = true;
  $('comparisons').hidden = document.querySelector('nav a[href="#comparisons"]').hidden = true;
}
