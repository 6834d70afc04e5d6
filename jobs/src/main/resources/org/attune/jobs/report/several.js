// A page of several sweeps: each sweep's best and the verdicts first, then cells side by side, and what differs between the sweeps.
const UNFINISHED = 5; // rows without a finished trial that are shown unfolded
function several() {
  const {compared, sweep, metric, goal} = state.data;
  const labels = compared.sweeps.map(of => of.label);
  document.title = sweep.name + ' · Attune';
  $('title').textContent = sweep.name;
  const bestOf = compared.sweeps.map((of, i) => {
    const cell = of.best && compared.cells.find(one => one.cell === of.best);
    const found = cell && cell.sweeps[i];
    return cut(of.label, 60) + ': ' + (found && found.n ? 'best mean ' + spread(found.mean, found.std) + ' (n ' + found.n + missing(found) + '), ' + cut(of.best, 120) + (found.at ? ' at ' + found.at : '')
      : goal && !compared.cells.some(one => one.sweeps[i] && one.sweeps[i].n) ? 'no trial has finished' : 'no best cell');
  });
  const verdicts = new Map();
  for (const p of compared.pairs.concat(compared.unpaired)) verdicts.set(p.verdict, (verdicts.get(p.verdict) || 0) + 1);
  const rows = compared.pairs.length + compared.unpaired.length;
  const later = labels.length === 2 ? cut(labels[1], 80) : 'the later sweep';
  $('verdict').replaceChildren((labels.length === 2 ? later + ' compared with ' : labels.length + ' sweeps, each compared with ') + cut(labels[0], 80) + ', by ' + metric
    + (rows ? '. In ' + later + ', of ' + rows + (rows === 1 ? ' common cell: ' : labels.length === 2 ? ' common cells: ' : ' rows of common cells: ')
      + [...verdicts].map(([verdict, n]) => n + ' ' + verdict).join('; ') : '. No common cell is compared') + '.',
    ...bestOf.map(line => el('small', {}, line)),
    el('small', {}, goal ? (goal === 'minimize' ? 'Lower' : 'Higher') + ' is better.' : 'Neither direction of ' + metric + ' is better.'));
  const tiles = [[sweep.finished, 'finished of ' + sweep.total, 'good'], [sweep.stopped, 'stopped early'], [sweep.failed, 'failed', sweep.failed ? 'bad' : ''], [compared.cells.length, 'cells']];
  $('tiles').replaceChildren(...tiles.filter(([value, name]) => value !== 0 || /finished|failed/.test(name))
    .map(([value, name, kind]) => el('div', {class: 'tile ' + (kind || '')}, el('b', {}, String(value)), el('span', {}, name))));
  const heading = first => [{name: first, wrap: true}, ...labels.map(name => ({name: cut(name, 40), wrap: true}))];
  const mean = of => of === null ? '' : (of.n ? spread(of.mean, of.std) + ' ' : '') + '(' + of.n + missing(of) + ')' + (of.at ? ' at ' + of.at : '');
  const differing = Object.entries(compared.differing);
  const card = (title, ...children) => el('div', {class: 'card'}, el('h2', {}, title), ...children);
  const kind = {better: 'good', worse: 'bad'};
  const ran = compared.cells.filter(of => of.sweeps.some(one => one && one.n));
  const without = compared.cells.filter(of => !ran.includes(of));
  const sideBySide = cells => cells.slice(0, 60).map(of => [of.cell, ...of.sweeps.map(mean)]);
  const folded = without.length > UNFINISHED;
  $('claims').replaceChildren(...state.data.claims_of.flatMap((of, i) => of.claims ? [card('Claims of ' + cut(labels[i], 60),
    of.claims.length ? table(CLAIM_COLUMNS, of.claims.map(claimRow)) : null, ...of.claims_notes.map(note => el('p', {class: 'note'}, note)))] : []));
  $('pairs').replaceChildren(
    card('Common cells: ' + (labels.length === 2 ? cut(labels[1], 60) : 'each later sweep') + ' less ' + cut(labels[0], 60), ...compared.pairs.length === 0 ? [] : [el('p', {class: 'note'}, compared.compared + '. p is Holm-adjusted; the interval is the one that the adjusted test uses.'),
      table([{name: 'verdict'}, {name: 'cell', wrap: true}, {name: 'in', wrap: true}, {name: 'difference', number: true}, {name: 'interval', number: true}, {name: 'seeds', number: true}, {name: 'p', number: true}],
        compared.pairs.map(p => [el('span', {class: 'chip ' + (kind[p.verdict.split(',')[0]] || 'warn')}, p.verdict), p.cell, compared.sweeps.find(of => of.directory === p.directory).label,
          signed(p.difference, p), ends(p) + (p.level === null ? '' : ' (' + Math.round(p.level * 1e4) / 100 + ' %)'), p.n + missing(p), probability(p.p_adjusted) + least(p)]))],
      ...compared.unpaired.length === 0 ? [] : [el('p', {class: 'note'}, 'Common cells of sweeps with other seeds, each less that of ' + labels[0] + ', unpaired (Welch\'s t). p is Holm-adjusted over these rows.'),
      table([{name: 'verdict'}, {name: 'cell', wrap: true}, {name: 'in', wrap: true}, {name: 'difference', number: true}, {name: 'interval', number: true}, {name: 'seeds', number: true}, {name: 'p', number: true}],
        compared.unpaired.map(p => [el('span', {class: 'chip ' + (kind[p.verdict.split(',')[0]] || 'warn')}, p.verdict), p.cell, compared.sweeps.find(of => of.directory === p.directory).label,
          signed(p.difference, p), ends(p) + (p.level === null ? '' : ' (' + Math.round(p.level * 1e4) / 100 + ' %)'),
          p.n + (p.failed ? ', ' + p.failed + ' failed' : '') + ' and ' + p.less_n + (p.less_failed ? ', ' + p.less_failed + ' failed' : ''), probability(p.p_adjusted) + least(p)]))],
      ...compared.gains.length === 0 ? [] : [el('p', {class: 'note'}, 'Gains: each common cell less its control, beside that gain in ' + labels[0] + '. p is Holm-adjusted over these rows.'),
      table([{name: 'verdict'}, {name: 'cell', wrap: true}, {name: 'beside', wrap: true}, {name: 'in', wrap: true}, {name: 'gain', number: true}, {name: 'gain in ' + cut(labels[0], 40), number: true}, {name: 'difference', number: true}, {name: 'interval', number: true}, {name: 'p', number: true}],
        compared.gains.map(p => [el('span', {class: 'chip warn'}, p.verdict), p.cell, p.control, compared.sweeps.find(of => of.directory === p.directory).label,
          ...[p.gain, p.less_gain, p.difference].map(value => signed(value, p)), ends(p) + (p.level === null ? '' : ' (' + Math.round(p.level * 1e4) / 100 + ' %)'), probability(p.p_adjusted) + least(p)]))],
      ...compared.notes.map(note => el('p', {class: 'note'}, note))),
    card('Cells side by side', el('p', {class: 'note'}, 'Mean ± std, and the number of seeds in brackets' + (compared.tuned.length ? '; each cell at its best ' + compared.tuned.join(', ') + '.' : '.')),
      table(heading('cell'), sideBySide(folded ? ran : ran.concat(without)).concat([['best', ...compared.sweeps.map(of => of.best || '')]])),
      folded ? el('details', {}, el('summary', {}, without.length + ' cells without a finished trial'), table(heading('cell'), sideBySide(without))) : null),
    card('Settings that differ', differing.length ? table(heading('setting'), differing.map(([key, values]) => [key, ...values])) : el('p', {class: 'note'}, 'The sweeps\' files and settings are equal.')));
  for (const chart of ['effect-chart', 'forest-chart', 'timeline-chart']) $(chart).closest('.card').hidden = true;
  $('comparisons').hidden = document.querySelector('nav a[href="#comparisons"]').hidden = true;
}
