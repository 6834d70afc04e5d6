// Parallel coordinates with brushing, and what each axis explains.
const MOST_AXES = 9, AXIS_ROOM = 62, MOST_LINES = 2000, MOST_LABELS = 14;

/** Axes that may be chosen: those that explain most, as the analysis has them in order. */
const offeredAxes = () => state.data.axes.slice(0, MOST_AXES);

/** Axes that are drawn: a narrow chart has room for few. */
const drawnAxes = () => offeredAxes().slice(0, Math.max(2, Math.floor(($('parallel-chart').clientWidth - 150) / AXIS_ROOM)));

function valueOf(trial) {
  const at = state.data.metrics.indexOf(state.data.metric);
  return at >= 0 && trial.values ? trial.values[at] : null;
}

function parallel() {
  const {data} = state;
  const axes = drawnAxes();
  brushChoices();
  const done = finished().filter(view.matches), ended = stopped().filter(view.matches);
  const step = Math.ceil(done.length / MOST_LINES);
  const drawn = done.filter((t, i) => i % step === 0).sort((a, b) => (data.goal === 'maximize' ? 1 : -1) * (valueOf(a) - valueOf(b)));
  const grey = sampled(ended, MOST_LINES);
  $('parallel-note').textContent = (axes.length < data.axes.length ? axes.length + ' of ' + data.axes.length + ' axes: those that explain most. ' : '')
    + (step > 1 ? drawn.length + ' of ' + done.length + ' finished trials are drawn, one in ' + step + '; the table has all. ' : '')
    + (grey.length ? 'A selection of ' + data.metric + ' keeps finished trials only. ' : '')
    + axes.filter(axis => numeric(axis) && absent(axis)).map(axis => 'A line without ' + short(axis.key) + ' passes by its axis.').join(' ');
  if (!axes.length || !drawn.length && !grey.length) return draw('parallel-chart', null, axes.length ? (view.rows.length < data.trials.length ? 'No finished trial is left by the filter.' : 'No finished trial yet.') : 'Nothing varies between the cells.');
  const values = (drawn.length ? drawn : grey).map(valueOf);
  const sorted = values.slice().sort((a, b) => a - b);
  // Few far-off values must not take all the colours.
  const low = sorted[Math.floor(0.02 * (sorted.length - 1))], high = sorted[Math.ceil(0.9 * (sorted.length - 1))];
  const better = data.goal !== 'minimize', known = Boolean(data.goal); // without a direction, larger is up and no end is green
  const label = {color: css('--soft'), fontSize: 11, backgroundColor: css('--card'), padding: [1, 4], borderRadius: 3};
  const row = t => [...axes.map((axis, i) => coordinate(axis, data.cells[t.cell][i])), valueOf(t)];
  const rows = drawn.map(row), greyRows = grey.map(row);
  // An axis takes its ends from the first series alone.
  const ends = i => { const all = grey.length ? rows.concat(greyRows).map(of => of[i]).filter(v => v !== null) : []; return all.length ? {min: Math.min(...all), max: Math.max(...all)} : {}; };
  const dims = axes.map((axis, i) => ({dim: i, name: cut(short(axis.key), 20), nameTextStyle: {color: css('--ink'), fontSize: 12}, axisLine: {lineStyle: {color: css('--soft')}},
    ...(numeric(axis) ? {type: axis.log ? 'log' : 'value', scale: true, ...ends(i), axisLabel: {...label, formatter: v => num(v, 3)}}
      : {type: 'category', data: levels(axis), axisLabel: {...label, formatter: v => cut(v, 14), interval: levels(axis).length > MOST_LABELS ? 'auto' : 0}})}));
  dims.push({dim: axes.length, name: data.metric, type: 'value', scale: true, ...ends(axes.length), inverse: !better, nameLocation: better ? 'end' : 'start', nameTextStyle: {color: css('--ink'), fontSize: 12, fontWeight: 600},
    axisLine: {lineStyle: {color: css('--soft')}}, axisLabel: {...label, formatter: ticks([low, high])}});
  const chart = draw('parallel-chart', {
    legend: grey.length ? stoppedLegend() : undefined,
    parallel: {left: 60, right: 90, top: 42, bottom: grey.length ? 48 : 24, parallelAxisDefault: {axisTick: {show: false}, areaSelectStyle: {width: 18, borderColor: css('--accent'), color: css('--accent'), opacity: 0.18}, nameLocation: 'end', nameGap: 18}},
    parallelAxis: dims,
    visualMap: {show: false, seriesIndex: 0, min: low, max: high > low ? high : low + 1, dimension: axes.length,
      inRange: {color: !known ? ['#93a0b3', '#4f83e6', '#2b4fa8'] : better ? ['#93a0b3', '#4f83e6', '#1f9d6b'] : ['#1f9d6b', '#4f83e6', '#93a0b3']}},
    series: [{type: 'parallel', smooth: 0.08, lineStyle: {width: drawn.length > 300 ? 1 : 2, opacity: drawn.length > 300 ? 0.22 : 0.8},
      inactiveOpacity: 0.03, activeOpacity: 0.9, progressive: 0, data: rows},
    ...grey.length ? [{name: STOPPED, type: 'parallel', smooth: 0.08, lineStyle: {color: greyed(), width: 1, opacity: grey.length > 300 ? 0.22 : 0.7}, itemStyle: {color: greyed()},
      inactiveOpacity: 0.03, activeOpacity: 0.9, progressive: 0, data: greyRows}] : []]
  });
  showSelection(chart, axes);
  chart.on('axisareaselected', () => {
    state.selected.clear();
    axes.concat([null]).forEach((axis, i) => {
      const intervals = chart.getModel().getComponent('parallelAxis', i).activeIntervals;
      if (intervals.length) state.selected.set(axis ? axis.key : OBJECTIVE, intervals.map(([from, to]) => [from, to]));
    });
    brushChoices();
    filterTrials();
    curves();
  });
}

/** The key that the selection has for what trials are judged by. */
const OBJECTIVE = '*';

/** Draws what is selected into the chart, on the axes that it has. */
function showSelection(chart, axes) {
  axes.concat([null]).forEach((axis, i) => {
    const intervals = state.selected.get(axis ? axis.key : OBJECTIVE);
    if (!intervals) return;
    const [least, most] = chart.getModel().getComponent('parallelAxis', i).axis.scale.getExtent();
    chart.dispatchAction({type: 'axisAreaSelect', parallelAxisIndex: i, intervals: intervals.map(([from, to]) => [Math.max(from, least), Math.min(to, most)])});
  });
}

/** A test of whether a trial lies in the selected stretches, drawn or not; null where nothing is selected. */
function selection() {
  const stretches = [...state.selected].map(([key, intervals]) => [state.data.axes.findIndex(axis => axis.key === key), intervals]);
  return stretches.length === 0 ? null : trial => stretches.every(([i, intervals]) => {
    const axis = state.data.axes[i];
    const value = axis ? coordinate(axis, state.data.cells[trial.cell][i]) : trial.state === 'finished' ? valueOf(trial) : null;
    const at = axis && !numeric(axis) ? levels(axis).indexOf(value) : value;
    return at !== null && intervals.some(([from, to]) => at >= from && at <= to);
  });
}

/** Where a stretch of an axis may begin and end, by keyboard: its values, or tenths of its trials. */
function places(axis) {
  if (axis && !numeric(axis)) return levels(axis).map((level, i) => [i, cut(shown(String(level)), 30)]);
  const at = state.data.axes.indexOf(axis);
  const values = finished().map(t => axis ? coordinate(axis, state.data.cells[t.cell][at]) : valueOf(t)).filter(value => value !== null).sort((a, b) => a - b);
  const tenths = values.length ? Array.from({length: 11}, (none, i) => values[Math.round((i / 10) * (values.length - 1))]) : [];
  return [...new Set(tenths)].map(value => [value, num(value)]);
}

/** Fills the choices beside the heading with what is selected on the chosen axis; an empty one is no end. */
function brushChoices() {
  const axes = offeredAxes();
  const key = choices('brush-axis', axes.map(axis => [axis.key, short(axis.key)]).concat([[OBJECTIVE, state.data.metric]]), axes.length ? axes[0].key : OBJECTIVE);
  const axis = axes.find(one => one.key === key);
  const offered = places(axis);
  const [stretch] = state.selected.get(key) || [];
  for (const [i, id] of [[0, 'brush-from'], [1, 'brush-to']]) {
    const chosen = stretch && offered.find(([value]) => value === stretch[i]);
    $(id).replaceChildren(el('option', {value: ''}, stretch && !chosen ? num(stretch[i]) : 'any'),
      ...offered.map(([value, text]) => el('option', {value: String(value)}, text)));
    $(id).value = chosen ? String(chosen[0]) : '';
  }
}

function brushByChoice() {
  const ends = ['brush-from', 'brush-to'].map(id => $(id).value);
  const key = $('brush-axis').value;
  if (ends[0] === '' && ends[1] === '') state.selected.delete(key);
  else {
    const stretch = [ends[0] === '' ? -Infinity : Number(ends[0]), ends[1] === '' ? Infinity : Number(ends[1])];
    state.selected.set(key, [stretch[0] <= stretch[1] ? stretch : stretch.reverse()]);
  }
  parallel();
  filterTrials();
  curves();
}

const ABSENT = '(not set)'; // by cells of another option
/** Numbers on a scale when there are many; few are evenly spaced, like words. */
const numeric = axis => axis.numeric && axis.levels.length === 0;
const levels = axis => axis.levels.length || axis.numeric ? (absent(axis) ? [ABSENT] : []).concat(axis.levels.length ? axis.levels : numbers(axis)) : [];
function absent(axis) {
  if (axis.absent === undefined) {
    const at = state.data.axes.indexOf(axis);
    axis.absent = state.data.cells.some(cell => cell[at] === null);
  }
  return axis.absent;
}
function numbers(axis) {
  const at = state.data.axes.indexOf(axis);
  return [...new Set(state.data.cells.map(cell => cell[at]).filter(v => v !== null))].sort((a, b) => a - b);
}
/** A cell that lacks a number has no place on its scale: null. */
const coordinate = (axis, value) => numeric(axis) ? (value === null ? null : Number(value)) : value === null ? ABSENT : value;

const useful = of => of && of.useful;

/** Where trials were stopped, the first step with shares answers, as in 'analyze': shares of the survivors would contradict it. Null where nothing was stopped. */
function rungThatAnswers() {
  const {analysis} = state.data;
  const [first] = (analysis.rungs || []).filter(of => useful(of.forest));
  return first || null;
}

/** The answer of 'analyze' in one sentence. */
const sentence = said => said.charAt(0).toUpperCase() + said.slice(1) + '.';
const whichAxes = () => sentence(state.data.analysis.which_axes_matter || '');

/** Whether a share is no larger than chance makes it: by its test, or after a search beside shuffled copies. */
const byChance = (forest, a) => a.p_adjusted === null ? forest.chance !== null && a.share <= forest.chance : !a.shown;

const forestBars = forest => bars(forest.axes.slice(0, 12).reverse().map(a => [short(a.axis), a.share, byChance(forest, a) ? 0.35 : 1,
  a.p_adjusted === null ? (byChance(forest, a) ? 'within chance, ' : '') + 'not tested' : (a.shown ? '' : 'within chance, ') + (forest.exact ? 'Holm-adjusted p ' : 'adjusted p ') + probability(a.p_adjusted) + marked(a.p_adjusted, a.p_is_least)]));

function importances() {
  const {analysis} = state.data;
  const rung = rungThatAnswers();
  $('effect-chart').closest('.card').hidden = rung !== null;
  if (rung) {
    $('forest-note').textContent = whichAxes() + ' The bars are shares at step ' + rung.step + '.';
    draw('forest-chart', forestBars(rung.forest));
    return;
  }
  const share = analysis.effects.length === 0 ? [] : ['Share of the variance between cells beyond all other axes' + (analysis.searched ? '.' : '; solid where shown at 5 % (Holm-adjusted).')];
  $('effect-note').textContent = share.concat(analysis.notes.effects).join(' ');
  const effects = analysis.effects.concat(analysis.interactions.filter(pair => pair.shown || pair.share >= 0.005)).sort((a, b) => b.share - a.share).slice(0, 12).reverse();
  draw('effect-chart', effects.length && bars(effects.map(e => [e.axes.map(short).join(' × '), e.share, e.shown ? 1 : 0.35,
    e.p === null ? 'not tested' : 'p ' + probability(e.p) + least(e) + ', Holm-adjusted ' + probability(e.p_adjusted) + (e.shown_words ? ', ' + e.shown_words : '')])),
  analysis.searched && !analysis.axes_taken_together ? 'Too few cells have finished to tell the axes apart.' : 'Nothing varies, or nothing has finished.');
  const forest = analysis.forest;
  const solid = analysis.searched && (!forest || forest.chance === null) ? '.' : '; solid where it exceeds chance.';
  $('forest-note').textContent = !forest ? '' : forest.exact ? 'Share of the variance that each axis explains by itself, exact on the full grid of ' + forest.cells + ' cells' + solid
    : 'Share of the variance that each axis explains by itself, between the values that finished (functional analysis of variance of a random forest, which predicts '
    + (forest.out_of_bag_r2 > 0 ? percent(forest.out_of_bag_r2) : 'nothing') + ' of unseen cells)' + solid;
  if (forest) $('forest-note').textContent += forest.notes.map(note => ' ' + note.replace(/\.?$/, '.')).join('');
  draw('forest-chart', useful(forest) && forestBars(forest),
  forest ? 'The forest predicts too little: its importances mean nothing.' : 'Importances: ' + analysis.no_importances + '.');
}

/** Importances at the steps at which trials were stopped, beside those of the trials that finished. */
function rungs() {
  const {analysis} = state.data;
  const columns = analysis.rungs.map(of => ['step ' + of.step, of.trials, of.forest]).concat([['finished', analysis.finished, analysis.forest]]);
  const axes = [...new Set(columns.filter(([, , of]) => useful(of)).flatMap(([, , of]) => of.axes.map(one => one.axis)))].slice(0, 12);
  const share = (of, axis) => { const one = useful(of) && of.axes.find(each => each.axis === axis); return !one ? '' : byChance(of, one) ? 'within chance' : percent(one.share); };
  $('rungs').replaceChildren(...analysis.rungs.length === 0 ? [] : [el('h3', {}, 'Importances by rung'),
    table([{name: 'axis', wrap: true}, ...columns.map(([name]) => ({name, number: true}))],
      [['trials', ...columns.map(([, trials]) => String(trials))],
        ['predicted of unseen cells', ...columns.map(([, , of]) => !of || of.exact ? '' : (of.out_of_bag_r2 > 0 ? percent(of.out_of_bag_r2) : 'none') + (of.useful ? '' : ' (too little)'))],
        ...axes.map(axis => [axis, ...columns.map(([, , of]) => share(of, axis))])]),
    ...analysis.rungs_notes.map(note => el('p', {class: 'note'}, note))]);
}

function bars(rows, format = percent) {
  const faint = css('--accent') + '55';
  return {height: 48 + 30 * rows.length, grid: {left: 18, right: 56, top: 6, bottom: 22, containLabel: true},
    tooltip: {trigger: 'item', formatter: p => esc(rows[p.dataIndex][0]) + ': <b>' + format(rows[p.dataIndex][1]) + '</b><br>' + esc(rows[p.dataIndex][3])},
    xAxis: {type: 'value', splitNumber: innerWidth < 560 ? 2 : 5, axisLabel: {formatter: format}},
    yAxis: {type: 'category', data: rows.map(r => r[0]), axisLabel: {formatter: v => cut(v, 34)}, splitLine: {show: false}},
    series: [{type: 'bar', barMaxWidth: 20, data: rows.map(r => ({value: r[1], itemStyle: {color: r[2] < 1 ? faint : css('--accent'), borderRadius: [0, 4, 4, 0]}})),
      label: {show: true, position: 'right', color: css('--soft'), formatter: p => format(p.value)}}]};
}
